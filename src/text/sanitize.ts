import { createRequire } from 'node:module'
import type SanitizeHtml from 'sanitize-html'
import { cutHtml, MAX_HTML_BYTES } from './cut-html.ts'
import { endingTokenizer } from './ending-tokenizer.ts'
import { replaceMath } from './math.ts'

/** Characters of foreign HTML that are looked at; the rest is cut off. */
const MAX_LENGTH = 128 * 1024
/** of those that the parser makes, from end tags too (A69); the rest is cut off */
const MAX_ELEMENTS = 8_000
/** deeper elements are left out, their text stays */
const MAX_DEPTH = 100
/** The parser's time for a tag grows with the elements that are open: where it is this deep, the text is cut off. */
const MAX_OPEN = 250

const LINK_SCHEMES = [
  'http',
  'https',
  'dat',
  'dweb',
  'ipfs',
  'ipns',
  'ssb',
  'gopher',
  'xmpp',
  'magnet',
  'gemini',
]

/** Microformats, mentions and hashtags, shortened links, and the address of a quoted status. */
const CLASS = /^(?:(?:h|p|u|dt|e)-[\w-]+|mention|hashtag|ellipsis|invisible|quote-inline)$/

/**
 * What an element is renamed to that goes while its text stays. It is allowed, and taken out at the
 * end: sanitize-html 2.18 closes the wrong element after one renamed to what is not allowed.
 */
const LEFT_OUT = 'left-out'

const ELEMENTS = [
  ...['p', 'br', 'span', 'a', 'del', 's', 'pre', 'blockquote', 'code', 'b', 'strong', 'u', 'i'],
  ...['em', 'ul', 'ol', 'li', 'ruby', 'rt', 'rp', 'h1', LEFT_OUT],
]

/** Left out with all that is in them. */
const SKIPPED = [
  ...['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'noembed', 'noframes'],
  ...['iframe', 'plaintext', 'svg', 'math', 'title', 'template', 'object', 'embed', 'head'],
]

const require = createRequire(import.meta.url)

/** Loaded at its first use: a server without neighbours need not keep it (12 MB). */
const sanitizeHtml = (...parameters: Parameters<typeof SanitizeHtml>): string =>
  (require('sanitize-html') as typeof SanitizeHtml)(...parameters)

/**
 * Makes HTML from elsewhere safe to show and keeps what Mastodon keeps. Never throws: what is no
 * string is empty. Long or deep input is cut, so its time is bounded (A36, A37).
 *
 * @returns well-formed HTML; sanitising it again changes nothing
 */
export function sanitizeStatusHtml(html: string): string {
  if (typeof html !== 'string' || html === '') return ''
  if (!/[<>&]/.test(html)) return cutHtml(html.slice(0, MAX_LENGTH).toWellFormed(), MAX_HTML_BYTES)
  const short = html.slice(0, MAX_LENGTH).toWellFormed()
  const clean = sanitizeHtml(replaceMath(short), createOptions())
    .replaceAll('<h1>', '<p><strong>')
    .replaceAll('</h1>', '</strong></p>')
    .replaceAll(`<${LEFT_OUT}>`, '')
    .replaceAll(`</${LEFT_OUT}>`, '')
  return cutHtml(clean, MAX_HTML_BYTES)
}

/**
 * The text of HTML, for search, previews and notifications: paragraphs are set apart by an empty
 * line, line breaks and list items by a line break. Safe only as text: `<` is a `<` again.
 */
export function plainText(html: string): string {
  return textOfClean(sanitizeStatusHtml(html))
}

/** The same of what `sanitizeStatusHtml` gave: doing that again would cost most of it. */
export function textOfClean(html: string): string {
  return html
    .replaceAll('\n', ' ')
    .replace(/<br ?\/?>|<\/li>/g, '\n')
    .replace(/<\/(?:p|blockquote|pre|ul|ol)>/g, '\n\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** A heading is shown as a paragraph in bold. */
const ELEMENTS_OF_HEADING = 2

type Transform = (name: string, attributes: Attributes) => SanitizeHtml.Tag
type Attributes = Record<string, string>

/** New for each document: they remember whether the parser is inside a link that is left out. */
function createOptions(): SanitizeHtml.IOptions {
  let depth = 0
  let made = 0
  let leftOutAt = Number.POSITIVE_INFINITY
  const transform: Transform = (name, attributes) => {
    if (depth > leftOutAt) return leaveOut()
    if (name !== 'a' || isLink(attributes.href)) return keep(name, attributes)
    leftOutAt = depth
    return leaveOut()
  }
  return {
    allowedTags: ELEMENTS,
    allowedAttributes: {
      '*': ['lang'],
      a: ['href', 'rel', 'target', 'class', 'translate'],
      span: ['class', 'translate'],
      p: ['class'],
      ol: ['start', 'reversed'],
      li: ['value'],
    },
    allowedSchemes: LINK_SCHEMES,
    allowProtocolRelative: false,
    nonTextTags: SKIPPED,
    nestingLimit: MAX_DEPTH,
    transformTags: { '*': transform },
    parser: { Tokenizer: endingTokenizer(() => made >= MAX_ELEMENTS || depth >= MAX_OPEN) },
    onOpenTag: (name) => {
      depth += 1
      made += /^h[1-6]$/.test(name) ? ELEMENTS_OF_HEADING : 1
    },
    onCloseTag: () => {
      if (depth === leftOutAt) leftOutAt = Number.POSITIVE_INFINITY
      depth -= 1
    },
  }
}

function leaveOut(): SanitizeHtml.Tag {
  return { tagName: LEFT_OUT, attribs: {} }
}

function keep(name: string, attributes: Attributes): SanitizeHtml.Tag {
  if (/^h[1-6]$/.test(name)) return { tagName: 'h1', attribs: {} }
  const kept: Attributes = {}
  for (const [attribute, value] of Object.entries(attributes)) {
    const clean = cleanAttribute(attribute, value)
    if (clean !== null) kept[attribute] = clean
  }
  if (name === 'a') Object.assign(kept, { rel: 'nofollow noopener', target: '_blank' })
  return { tagName: name, attribs: kept }
}

function cleanAttribute(attribute: string, value: string): string | null {
  switch (attribute) {
    case 'href':
      return value
    case 'class':
      return (
        value
          .split(/\s+/)
          .filter((name) => CLASS.test(name))
          .join(' ') || null
      )
    case 'lang':
      return /^[A-Za-z0-9-]{1,35}$/.test(value) ? value : null
    case 'translate':
      return value === 'no' ? value : null
    case 'start':
    case 'value':
      return /^-?\d{1,9}$/.test(value) ? value : null
    case 'reversed':
      return ''
    default:
      return null
  }
}

function isLink(href: string | undefined): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href ?? '')?.[1]?.toLowerCase()
  if (scheme === undefined || !LINK_SCHEMES.includes(scheme)) return false
  return !scheme.startsWith('http') || URL.canParse(href ?? '')
}
