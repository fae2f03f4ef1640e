import { type Document, documentOf, textOf } from '../../../../kernel/activitypub/as2.ts'
import { cutHtml, MAX_HTML_BYTES } from '../../../../kernel/text/cut-html.ts'
import { formatStatusText } from '../../../../kernel/text/format.ts'
import { escapeHtml } from '../../../../kernel/text/html.ts'
import { languageOrNull } from '../../../../kernel/text/language.ts'
import { plainText, sanitizeStatusHtml } from '../../../../kernel/text/sanitize.ts'

/** maximum of characters of a warning or title */
const MAX_LINE = 5000
/** maximum of characters of a title's HTML that are parsed */
const MAX_TITLE = 2 * MAX_LINE
/** maximum of characters of a text without HTML */
const MAX_PLAIN = 100_000

/**
 * bytes reserved for the HTML link to an object's page: twice the longest URL, escaped, and the
 * markup around it
 */
const MOST_OF_ADDRESS = 24 * 1024

/** A text of an object: a plain member or an entry of a language map. */
interface Worded {
  text: string
  /** null: not stated */
  language: string | null
}

/**
 * A text member of an object and its language. Among several languages, the plain member wins, or
 * else the first entry.
 */
export function wordsOf(object: Document, name: 'content' | 'summary' | 'name'): Worded {
  const alone = textOf(object[name])
  const entries = Object.entries(documentOf(object[`${name}Map`]) ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const same = alone === null ? entries[0] : entries.find(([, text]) => text === alone)
  const [code, text] = same ?? (alone === null ? entries[0] : undefined) ?? [null, '']
  return { text: alone ?? text, language: languageOrNull(code) }
}

/** One line of plain text, cut at `MAX_LINE` characters. */
export function lineOf(text: string): string {
  return clean(text).slice(0, MAX_LINE).trim().toWellFormed()
}

/** Removes U+0000, which databases refuse. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '')
}

/** The content of a Note as sanitised HTML, whatever its media type. */
export function htmlOf(object: Document, text: string): string {
  const mediaType = textOf(object.mediaType)?.split(';')[0]?.trim().toLowerCase() ?? 'text/html'
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') {
    return sanitizeStatusHtml(clean(text))
  }
  return formatted(text)
}

function formatted(text: string): string {
  const short = clean(text).slice(0, MAX_PLAIN).toWellFormed()
  const html = formatStatusText(short, { mentions: new Map(), tagUrl: () => '' })
  return cutHtml(html, MAX_HTML_BYTES)
}

/**
 * The HTML of an object that is not a Note: title, summary and link.
 *
 * @param url its page
 */
export function convertedHtml(object: Document, url: string): string {
  const title = lineOf(plainText(wordsOf(object, 'name').text.slice(0, MAX_TITLE)))
  const summary = htmlOf({}, wordsOf(object, 'summary').text)
  const content = title === '' && summary === '' ? wordsOf(object, 'content').text : ''
  const heading = title === '' ? '' : `<p><strong>${escapeHtml(title)}</strong></p>`
  const shown = `${heading}${inParagraph(summary)}${htmlOf(object, content)}`
  // the link stays, however long the text before it is
  return cutHtml(shown, MAX_HTML_BYTES - MOST_OF_ADDRESS) + formatted(url)
}

function inParagraph(html: string): string {
  return html === '' || html.startsWith('<') ? html : `<p>${html}</p>`
}
