import { isUrl } from '../base/parse-url.ts'
import { hostIn, trimEnd } from './host.ts'

export interface Link {
  start: number
  end: number
  url: string
}

/** The schemes that become links, as in Mastodon. */
const SCHEME = /(?:https?|dat|dweb|ipfs|ipns|ssb|gopher|gemini):\/\/|xmpp:|magnet:\?/gi

/** After one of these characters a scheme belongs to another word. */
const NO_SCHEME_AFTER = /[A-Za-z0-9@＠$#＃\u202a-\u202e]/

const HOST_RUN = /[\p{L}\p{M}\p{N}_.-]{1,300}/uy
const JID_RUN = /(?:\/\/[\w.~!$()*+,;=%-]{1,256}@[\w.-]{1,253}\/)?(?:[\w.~!$()*+,;=%-]{1,256}@)?/y
const PORT = /:\d{1,5}(?!\d)/y

/**
 * Characters that no URL contains: spaces, quotes, East Asian brackets, and characters that change the text
 * direction.
 */
const PATH_RUN =
  /[^\p{White_Space}\p{Cc}()<>"`「」『』【】（）“”«»\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/uy

const NO_LAST_CHARACTER = /[?!*',;:.$%[\]~|@^]/
const NO_LAST_CHARACTER_OF_PATH = /[?!*',;:.$%[\]~|@^&=]/

/** Finds the URLs in plain text, in linear time. */
export function findLinks(text: string): Link[] {
  const links: Link[] = []
  const parentheses = matchedParentheses(text)
  SCHEME.lastIndex = 0
  for (let match = SCHEME.exec(text); match !== null; match = SCHEME.exec(text)) {
    const start = match.index
    if (start > 0 && NO_SCHEME_AFTER.test(text[start - 1] ?? '')) continue
    const end = endOfLink(text, match[0].toLowerCase(), start + match[0].length, parentheses)
    if (end === null) continue
    links.push({ start, end, url: text.slice(start, end) })
    SCHEME.lastIndex = end
  }
  return links
}

function endOfLink(
  text: string,
  scheme: string,
  from: number,
  parentheses: Set<number>,
): number | null {
  if (scheme === 'magnet:?') {
    const end = endOfPath(text, from, parentheses)
    return end > from ? end : null
  }
  const hostStart = scheme === 'xmpp:' ? from + runAt(JID_RUN, text, from).length : from
  const run = runAt(HOST_RUN, text, hostStart)
  const isWeb = scheme.startsWith('http')
  const needsDomain = isWeb || scheme === 'xmpp:'
  const host = needsDomain ? hostIn(run) : trimEnd(run, /[._-]/)
  if (host === null || host === '') return null
  const hostEnd = hostStart + host.length
  if (host.length < run.length) return isWeb && text[hostEnd] === '@' ? null : hostEnd
  const end = hostEnd + runAt(PORT, text, hostEnd).length
  // `https://known.example@evil.example` leads to the second host.
  if (text[end] === '@') return null
  // before its path, which never makes a URL invalid but may be as long as the text (A78)
  if (isWeb && !isUrl(text.slice(from - scheme.length, end))) return null
  const isPath = text[end] === '/' || text[end] === '?'
  return isPath ? endOfPath(text, end, parentheses) : end
}

/** Parentheses belong to a URL in pairs; punctuation at its end belongs to the sentence. */
function endOfPath(text: string, from: number, parentheses: Set<number>): number {
  let end = from
  let depth = 0
  for (;;) {
    const character = text[end]
    if (character === '(' && parentheses.has(end)) {
      depth += 1
      end += 1
    } else if (character === ')' && depth > 0) {
      depth -= 1
      end += 1
    } else {
      const run = runAt(PATH_RUN, text, end)
      if (run === '') break
      end += run.length
    }
  }
  const path = text.slice(from, end)
  const last = path.includes('?') ? NO_LAST_CHARACTER : NO_LAST_CHARACTER_OF_PATH
  return from + trimEnd(path, last).length
}

/** Positions of opening parentheses that are closed before the next space. */
function matchedParentheses(text: string): Set<number> {
  const matched = new Set<number>()
  if (!text.includes('(')) return matched
  const open: number[] = []
  for (const match of text.matchAll(/[()]|\s/g)) {
    if (match[0] === '(') open.push(match.index)
    else if (match[0] !== ')') open.length = 0
    else {
      const start = open.pop()
      if (start !== undefined) matched.add(start)
    }
  }
  return matched
}

function runAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
