import type { Facts } from '../../automod/fields.ts'
import { linksIn } from '../cards/links.ts'
import type { Content } from '../content.ts'
import { joinSearchText } from '../search-text.ts'
import type { Screening } from './screening.ts'

/** What a status says and has, wherever it comes from. */
export interface Said {
  text: string
  spoilerText: string
  /** sanitised */
  html: string
  /** titles of its poll's options, and what is said of its media */
  more: readonly string[]
  /** names of its hashtags in lower case */
  tags: readonly string[]
  /** whom it names; those of other servers may be unknown */
  mentions: number
  /** ids of those who are known */
  mentionedIds: readonly string[]
  /** addresses of whom it names, which are no links */
  mentionedUrls: readonly string[]
  mediaCount: number
  /** those that are known */
  mediaHashes: readonly string[]
  sensitive: boolean
  language: string | null
  visibility: string
  isReply: boolean
}

/** @param strangers how many it names who do not follow its author; undefined: not asked for */
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

/** What rules see of the text of a local status. */
export function saidByContent({ html, mentioned, tagNames }: Content) {
  return {
    html,
    tags: tagNames.map(({ name }) => name),
    mentions: mentioned.length,
    mentionedIds: mentioned.map(({ id }) => id),
    mentionedUrls: mentioned.map(({ url }) => url),
  }
}

/** @param files ids of uploads, or addresses */
export function hashesOf({ hashes }: Screening, files: readonly string[]): string[] {
  return files.flatMap((file) => hashes.get(file) ?? [])
}
