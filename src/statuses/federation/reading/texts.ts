import { type Document, documentOf, textOf } from '../../../activitypub/as2.ts'
import { cutHtml, MAX_HTML_BYTES } from '../../../text/cut-html.ts'
import { formatStatusText } from '../../../text/format.ts'
import { escapeHtml } from '../../../text/html.ts'
import { languageOrNull } from '../../../text/language.ts'
import { plainText, sanitizeStatusHtml } from '../../../text/sanitize.ts'

/** characters of a warning or title that are kept */
const MAX_LINE = 5000
/** characters of a text without HTML that are kept */
const MAX_PLAIN = 100_000

/** bytes of the HTML that leads to an object's page: twice the longest address, escaped, and what is around it */
const MOST_OF_ADDRESS = 24 * 1024

/** A text as an object has it: alone or by language. */
interface Worded {
  text: string
  /** null: it does not say */
  language: string | null
}

/**
 * What an object says, and in which language. Where it has several languages, the one that stands
 * alone, or else the first, is taken.
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

/** One line of plain text, cut where nobody reads on. */
export function lineOf(text: string): string {
  return clean(text).slice(0, MAX_LINE).trim().toWellFormed()
}

/** What no database takes, taken out. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '')
}

/** The content of a Note as safe HTML, whatever it came as. */
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
 * What stands for an object that is no Note: its title, what it says of itself, and where it is.
 *
 * @param url its page
 */
export function convertedHtml(object: Document, url: string): string {
  const title = lineOf(plainText(wordsOf(object, 'name').text))
  const summary = htmlOf({}, wordsOf(object, 'summary').text)
  const content = title === '' && summary === '' ? wordsOf(object, 'content').text : ''
  const heading = title === '' ? '' : `<p><strong>${escapeHtml(title)}</strong></p>`
  const shown = `${heading}${inParagraph(summary)}${htmlOf(object, content)}`
  // the address stays, however much there is before it
  return cutHtml(shown, MAX_HTML_BYTES - MOST_OF_ADDRESS) + formatted(url)
}

function inParagraph(html: string): string {
  return html === '' || html.startsWith('<') ? html : `<p>${html}</p>`
}
