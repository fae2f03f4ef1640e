import { handleDomainIn } from './host.ts'
import { findLinks } from './links.ts'
import { HASHTAG_RUN, hashtagIn } from './tags.ts'

/** A part of plain text that becomes a link. Positions count UTF-16 units. */
export type Entity =
  | { kind: 'url'; start: number; end: number; url: string }
  | {
      kind: 'mention'
      start: number
      end: number
      /** as written */
      username: string
      /** lower case, punycode; null if none is written */
      domain: string | null
      /** `name` or `name@domain`, in lower case */
      handle: string
    }
  | {
      kind: 'hashtag'
      start: number
      end: number
      /** as written, without the sign */
      name: string
    }

type Mention = Extract<Entity, { kind: 'mention' }>
type Hashtag = Extract<Entity, { kind: 'hashtag' }>

const WORD = '\\p{L}\\p{M}\\p{Nd}\\p{Pc}'

/** The last part sometimes matches more than a domain; `handleDomainIn` decides its length. */
const MENTION = new RegExp(
  `(?<![=/${WORD}])@([A-Za-z0-9_]+(?:[.-]+[A-Za-z0-9_]+)*)(?:@([${WORD}]+(?:[.-]+[${WORD}]+)*))?`,
  'gu',
)
/** `@josé` does not mention `jos`, and `@a@` and `@a://` are no mentions. */
const NOT_AFTER_MENTION = /^(?:[@＠\p{Script=Latin}\p{M}]|:\/\/)/u

const HASHTAG = new RegExp(`(?<![${WORD}/=)&#＃@.?%+~-])[#＃](${HASHTAG_RUN})`, 'gu')

/**
 * Finds URLs, mentions and hashtags (S-231) in plain text: in order, without overlap, in linear time. A URL takes
 * precedence over entities inside it.
 */
export function extractEntities(text: string): Entity[] {
  const links = text.includes(':') ? findLinks(text) : []
  const others = [
    ...(text.includes('@') ? findMentions(text) : []),
    ...(/[#＃]/.test(text) ? findHashtags(text) : []),
  ].sort((a, b) => a.start - b.start)
  const urls = links.map((link) => ({ kind: 'url' as const, ...link }))
  return merge(urls, others)
}

function merge(urls: Entity[], others: Entity[]): Entity[] {
  const merged: Entity[] = []
  let next = 0
  let end = 0
  for (const other of others) {
    for (let url = urls[next]; url !== undefined && url.start < other.end; url = urls[++next]) {
      merged.push(url)
      end = url.end
    }
    if (other.start < end) continue
    merged.push(other)
    end = other.end
  }
  return [...merged, ...urls.slice(next)]
}

function findMentions(text: string): Mention[] {
  const mentions: Mention[] = []
  for (const match of text.matchAll(MENTION)) {
    const [whole, username = '', run] = match
    const start = match.index
    const afterName = start + 1 + username.length
    const after = text.slice(start + whole.length, start + whole.length + 8)
    const found = run === undefined ? null : handleDomainIn(run, after)
    if (run !== undefined && found === null) continue
    const end = found === null ? afterName : afterName + 1 + found.length
    if (NOT_AFTER_MENTION.test(text.slice(end, end + 3))) continue
    const domain = found?.domain ?? null
    const name = username.toLowerCase()
    const handle = domain === null ? name : `${name}@${domain}`
    mentions.push({ kind: 'mention', start, end, username, domain, handle })
  }
  return mentions
}

function findHashtags(text: string): Hashtag[] {
  const hashtags: Hashtag[] = []
  for (const match of text.matchAll(HASHTAG)) {
    const [whole, run = ''] = match
    const start = match.index
    const isBeforeAddress = text.startsWith('://', start + whole.length)
    const name = hashtagIn(isBeforeAddress ? run.replace(/https?$/i, '') : run)
    if (name !== null) hashtags.push({ kind: 'hashtag', start, end: start + 1 + name.length, name })
  }
  return hashtags
}
