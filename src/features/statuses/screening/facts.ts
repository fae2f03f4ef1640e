import type { Facts } from '../../automod/fields.ts'
import { linksIn } from '../cards/links.ts'
import type { Content } from '../write/content.ts'
import { joinSearchText } from '../write/search-text.ts'
import type { Screening } from './screening.ts'

/** The content of a status, local or remote. */
export interface Said {
  text: string
  spoilerText: string
  /** sanitised */
  html: string
  /** titles of its poll's options, and descriptions of its media */
  more: readonly string[]
  /** names of its hashtags in lower case */
  tags: readonly string[]
  /** number of mentions, including unknown remote accounts */
  mentions: number
  /** ids of mentioned accounts that are known */
  mentionedIds: readonly string[]
  /** URLs of mentioned accounts, which do not count as links */
  mentionedUrls: readonly string[]
  mediaCount: number
  /** as far as known */
  mediaHashes: readonly string[]
  sensitive: boolean
  language: string | null
  visibility: string
  isReply: boolean
}

/**
 * @param strangers number of mentioned accounts that do not follow the author; undefined: no rule
 * uses it
 */
export function statusFacts(said: Said, strangers: number | undefined): Facts {
  const links = [...linksIn(said.html, new Set(said.mentionedUrls))]
  return {
    text: joinSearchText([said.spoilerText, said.text, ...said.more]),
    hashtags: said.tags,
    hashtags_count: said.tags.length,
    link_domains: links.map((link) => new URL(link).host),
    links_count: links.length,
    mentions_count: said.mentions,
    strangers_mentioned: strangers,
    has_media: said.mediaCount > 0,
    media_hashes: said.mediaHashes,
    language: said.language ?? '',
    visibility: said.visibility,
    is_reply: said.isReply,
    sensitive: said.sensitive,
  }
}

/** The parts of a local status's content that rules match. */
export function saidByContent({ html, mentioned, tagNames }: Content) {
  return {
    html,
    tags: tagNames.map(({ name }) => name),
    mentions: mentioned.length,
    mentionedIds: mentioned.map(({ id }) => id),
    mentionedUrls: mentioned.map(({ url }) => url),
  }
}

/** @param files ids of uploads, or URLs */
export function hashesOf({ hashes }: Screening, files: readonly string[]): string[] {
  return files.flatMap((file) => hashes.get(file) ?? [])
}
