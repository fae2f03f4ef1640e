import {
  type Document,
  documentOf,
  flagOf,
  idOf,
  idsOf,
  isOfType,
  listOf,
  textOf,
  timeOf,
  urlOf,
} from '../../../../kernel/activitypub/as2.ts'
import { languageOrNull } from '../../../../kernel/text/language.ts'
import { textOfClean } from '../../../../kernel/text/sanitize.ts'
import { normalizeTag } from '../../../../kernel/text/tags.ts'
import { type RemoteEmoji, readEmojis } from '../../../emojis/remote.ts'
import { type RemoteMedia, readAttachments } from '../../../media/remote.ts'
import type { RemotePoll } from '../../../polls/remote.ts'
import type { TagName } from '../../../tags/tags.ts'
import type { QuotePolicy } from '../../tables.ts'
import { type RemoteAudience, readAudience } from './audience.ts'
import { readPoll } from './poll.ts'
import { type RemoteQuote, readQuote, readQuotePolicy } from './quote.ts'
import { convertedHtml, htmlOf, lineOf, wordsOf } from './texts.ts'

/** A status of another server as read from its object; every member is bounded and sanitised. */
export interface RemoteNote extends RemoteAudience {
  uri: string
  /** page for people */
  url: string
  html: string
  /** the HTML as plain text */
  text: string
  spoilerText: string
  sensitive: boolean
  language: string | null
  /** ms since 1970, never in the future */
  createdAt: number
  /** null: not edited */
  editedAt: number | null
  inReplyTo: string | null
  conversationUri: string | null
  /** URIs of mentioned actors */
  mentionUris: string[]
  tags: TagName[]
  /** ids of the collections that it shows */
  collectionUris: string[]
  emojis: RemoteEmoji[]
  media: RemoteMedia[]
  poll: RemotePoll | null
  quote: RemoteQuote | null
  quotePolicy: QuotePolicy | null
  /** URI of its collection of replies */
  repliesUri: string | null
  /** title of the poll option if the Note is a vote, that is a reply to a Question with a `name` */
  choice: string | null
}

/** The author of an object, as its actor document describes it. */
export interface NoteAuthor {
  uri: string
  followersUri: string | null
}

const NATIVE = ['Note', 'Question']
/** Rendered as title and link. */
const CONVERTED = ['Article', 'Page', 'Image', 'Audio', 'Video', 'Event']
export const STATUS_TYPES: readonly string[] = [...NATIVE, ...CONVERTED]

/** maximum of entries of `tag` and similar lists; the rest is cut off (A36) */
const MAX_ENTRIES = 500
const MAX_MENTIONS = 50
const MAX_TAGS = 50
const MAX_COLLECTIONS = 4
const MAX_TAG_NAME = 200
/** bytes */
const MAX_CONVERSATION_URI = 1000

/** Whether we show an object as a status. */
export function isStatusObject(value: unknown): boolean {
  return isOfType(value, STATUS_TYPES)
}

/**
 * Reads an object of another server. The caller has checked the author's authority.
 *
 * @param now ms since 1970: later times become now, times before 1970 become 1970 (A20)
 * @returns null if it is no type that we show, or has no id
 */
export function readNote(object: Document, author: NoteAuthor, now: number): RemoteNote | null {
  const uri = idOf(object)
  if (uri === null || !isStatusObject(object)) return null
  const native = isOfType(object, NATIVE)
  const url = urlOf(object.url) ?? uri
  const words = wordsOf(object, 'content')
  const html = native ? htmlOf(object, words.text) : convertedHtml(object, url)
  const spoilerText = native ? lineOf(wordsOf(object, 'summary').text) : ''
  const createdAt = clamp(timeOf(object.published) ?? now, now)
  const editedAt = timeOf(object.updated)
  const tags = entriesOf(object.tag)
    .map(documentOf)
    .filter((tag) => tag !== null)
  return {
    ...readAudience(object, author.followersUri),
    uri,
    url,
    html,
    text: textOfClean(html),
    spoilerText,
    sensitive: flagOf(object.sensitive) ?? flagOf(object['as:sensitive']) ?? spoilerText !== '',
    language: words.language ?? ownLanguage(object),
    createdAt,
    editedAt: editedAt === null || clamp(editedAt, now) <= createdAt ? null : clamp(editedAt, now),
    inReplyTo: idOf(object.inReplyTo),
    conversationUri: conversationOf(object),
    mentionUris: mentionsIn(tags),
    tags: hashtagsIn(tags),
    collectionUris: collectionsIn(tags),
    emojis: readEmojis({ tag: tags }),
    media: readAttachments({ ...object, attachment: entriesOf(object.attachment) }),
    poll: native ? readPoll(object, now) : null,
    quote: readQuote(object, tags),
    quotePolicy: readQuotePolicy(object, author.followersUri),
    repliesUri: repliesOf(object),
    choice: native ? textOf(object.name) : null,
  }
}

function collectionsIn(tags: readonly Document[]): string[] {
  const shown = tags.filter((tag) => isOfType(tag, ['FeaturedCollection']))
  return [...new Set(idsOf(shown))].slice(0, MAX_COLLECTIONS)
}

function entriesOf(value: unknown): unknown[] {
  return listOf(value).slice(0, MAX_ENTRIES)
}

/** A claimed time, limited to the range from 1970 to now. */
export function clamp(time: number, now: number): number {
  return Math.min(Math.max(time, 0), now)
}

/** Lemmy and PeerTube put the language into an object of its own. */
function ownLanguage(object: Document): string | null {
  return languageOrNull(
    textOf(documentOf(object.language)?.identifier) ?? textOf(object.language) ?? null,
  )
}

/** PeerTube uses `comments`. */
function repliesOf(object: Document): string | null {
  const { replies, comments } = object
  const embedded = documentOf(replies)
  const named = idOf(replies) ?? idOf(embedded?.first) ?? idOf(comments)
  return named ?? (embedded === null ? null : idOf(object))
}

/** FEP-7888 uses `context`, older servers `conversation`, with ids that need not be URLs. */
function conversationOf(object: Document): string | null {
  const uri = idOf(object.context) ?? textOf(object.conversation) ?? textOf(object.context)
  if (uri === null || uri === '' || Buffer.byteLength(uri) > MAX_CONVERSATION_URI) return null
  return uri.replaceAll('\u0000', '')
}

function mentionsIn(tags: readonly Document[]): string[] {
  const uris = tags
    .filter((tag) => isOfType(tag, ['Mention']))
    .map((tag) => idOf(tag.href))
    .filter((uri) => uri !== null)
  return [...new Set(uris)].slice(0, MAX_MENTIONS)
}

function hashtagsIn(tags: readonly Document[]): TagName[] {
  const found = new Map<string, TagName>()
  for (const tag of tags) {
    if (found.size === MAX_TAGS) break
    if (!isOfType(tag, ['Hashtag'])) continue
    const displayName = textOf(tag.name)?.replace(/^[#＃]/, '') ?? ''
    const name = displayName.length > MAX_TAG_NAME ? null : normalizeTag(displayName)
    if (name !== null && name !== '' && !found.has(name)) found.set(name, { name, displayName })
  }
  return [...found.values()]
}
