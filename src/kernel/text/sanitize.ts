import { createRequire } from 'node:module'
import type SanitizeHtml from 'sanitize-html'
import { isUrl } from '../base/parse-url.ts'
import { cutHtml, MAX_HTML_BYTES } from './cut-html.ts'
import { endingTokenizer } from './ending-tokenizer.ts'
import { replaceMath } from './mathml.ts'

/** Characters of foreign HTML that are read; the rest is cut off. */
const MAX_LENGTH = 128 * 1024
/** of elements that the parser creates, also from end tags (A69); the rest is cut off */
const MAX_ELEMENTS = 8_000
/** deeper elements are removed, their text stays */
const MAX_DEPTH = 100
/** The parser's time per tag grows with the open elements: beyond this depth the text is cut off. */
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

/** Classes of microformats, mentions and hashtags, shortened links, and the URL of a quoted status. */
const CLASS = /^(?:(?:h|p|u|dt|e)-[\w-]+|mention|hashtag|ellipsis|invisible|quote-inline)$/

/**
 * The name for elements that are removed while their text stays. It is allowed, and removed at the end:
 * sanitize-html 2.18 closes the wrong element after one renamed to a disallowed name.
 */
const LEFT_OUT = 'left-out'

const ELEMENTS = [
  ...['p', 'br', 'span', 'a', 'del', 's', 'pre', 'blockquote', 'code', 'b', 'strong', 'u', 'i'],
  ...['em', 'ul', 'ol', 'li', 'ruby', 'rt', 'rp', 'h1', LEFT_OUT],
]

/** Removed with their content. */
const SKIPPED = [
  ...['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'noembed', 'noframes'],
  ...['iframe', 'plaintext', 'svg', 'math', 'title', 'template', 'object', 'embed', 'head'],
]

const require = createRequire(import.meta.url)

/** Loaded at its first use (12 MB): a server without federation does not need it. */
const sanitizeHtml = (...parameters: Parameters<typeof SanitizeHtml>): string =>
  (require('sanitize-html') as typeof SanitizeHtml)(...parameters)

/**
 * Makes foreign HTML safe to show and keeps the elements that Mastodon keeps. Never throws: a value other than a
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
 * The text of HTML, for search, previews and notifications: paragraphs are separated by an empty line, line
 * breaks and list items by a line break. Safe only as text: entities such as `&lt;` are decoded.
 */
export function plainText(html: string): string {
  return textOfClean(sanitizeStatusHtml(html))
}

/** The same for output of `sanitizeStatusHtml`: sanitising again would be most of the cost. */
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

/** New for each document: they track whether the parser is inside a removed link. */
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
    // `isLink` accepts URLs with these schemes; sanitize-html 2.18 would search for comments in a URL, in quadratic
    // time (A78)
    allowedSchemesAppliedToAttributes: [],
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
  return !scheme.startsWith('http') || isUrl(href ?? '')
}
