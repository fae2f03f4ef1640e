import { extractEntities } from '../../kernel/text/extract.ts'
import { escapeHtml } from '../../kernel/text/html.ts'
import { sanitizeStatusHtml, textOfClean } from '../../kernel/text/sanitize.ts'
import { replaceShortcodes } from '../../kernel/text/shortcodes.ts'

/** HTML for a translator, and the parts that it must not change. */
export interface Protected {
  html: string
  kept: string[]
}

const LINK = /<a\b[^>]*>[\s\S]*?<\/a>/g
const TAG = /(<[^>]*>)/
/** delimiters of the placeholders */
const [OPEN, CLOSE] = ['\ue000', '\ue001']
const MARKS = /[\ue000\ue001]/g

/**
 * Replaces links (mentions and hashtags are links) and emoji shortcodes in a status's HTML with
 * placeholders.
 */
export function protectHtml(html: string): Protected {
  const kept: string[] = []
  const marked = html.replace(MARKS, '').replace(LINK, (link) => keep(kept, link))
  const parts = marked.split(TAG).map((part) => (part.startsWith('<') ? part : codes(kept, part)))
  return finish(parts.join(''), kept)
}

/** As `protectHtml`, for plain text: a warning, an option of a poll, a description. */
export function protectText(text: string): Protected {
  const kept: string[] = []
  const clean = text.replace(MARKS, '')
  let marked = ''
  let end = 0
  for (const entity of extractEntities(clean)) {
    marked += clean.slice(end, entity.start) + keep(kept, clean.slice(entity.start, entity.end))
    end = entity.end
  }
  marked = codes(kept, marked + clean.slice(end))
  return finish(escapeHtml(marked).replaceAll('\n', '<br>'), kept)
}

function codes(kept: string[], text: string): string {
  return replaceShortcodes(text, (name) => keep(kept, `:${name}:`))
}

function keep(kept: string[], original: string): string {
  kept.push(original)
  return `${OPEN}${kept.length - 1}${CLOSE}`
}

/**
 * DeepL does not translate `translate="no"`, LibreTranslate does not translate `code`. A link's
 * text helps neither, so that only its number is sent.
 */
function finish(marked: string, kept: string[]): Protected {
  const html = marked.replace(/\ue000(\d+)\ue001/g, '<code translate="no" id="k$1">$1</code>')
  return { html, kept }
}

/** The translated HTML of `protectHtml`, sanitised, with the placeholders replaced. */
export function restoreHtml(translated: string, { kept }: Protected): string {
  const clean = sanitizeStatusHtml(withMarks(translated))
  const missing = missingFrom(clean, kept)
  const whole = missing === '' ? clean : `${clean}<p>${missing}</p>`
  return putBack(whole, kept)
}

/** As `restoreHtml`, for plain text. */
export function restoreText(translated: string, { kept }: Protected): string {
  const clean = textOfClean(sanitizeStatusHtml(withMarks(translated)))
  const missing = missingFrom(clean, kept)
  return putBack(missing === '' ? clean : `${clean} ${missing}`, kept)
}

function withMarks(translated: string): string {
  return translated
    .replace(MARKS, '')
    .replace(/<code\b[^>]*\bid\s*=\s*["']?k(\d+)\b[^>]*>[\s\S]*?<\/code>/gi, `${OPEN}$1${CLOSE}`)
}

/** Placeholders that the translator removed: a link must not vanish. */
function missingFrom(text: string, kept: readonly string[]): string {
  const all = kept.map((_, at) => `${OPEN}${at}${CLOSE}`)
  return all.filter((mark) => !text.includes(mark)).join(' ')
}

function putBack(text: string, kept: readonly string[]): string {
  return text.replace(/\ue000(\d+)\ue001/g, (_, at) => kept[Number(at)] ?? '')
}
