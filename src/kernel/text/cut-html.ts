/** maximum bytes of the HTML of one text, as stored and sent, whatever its source (A60) */
export const MAX_HTML_BYTES = 128 * 1024
/** the same for the biography, which each status of the account repeats, and for the profile fields */
export const MAX_PROFILE_BYTES = 32 * 1024

const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^>]*?(\/?)>|$/g
const ENTITY_BEGUN = /&[#a-z0-9]{0,10}$/i

/**
 * Truncates well-formed HTML of the sanitiser or the formatter and closes its open tags: never inside a link, which
 * might then lead to another address, nor inside a character.
 *
 * @param maxBytes UTF-8
 */
export function cutHtml(html: string, maxBytes: number): string {
  if (html.length * 3 <= maxBytes || Buffer.byteLength(html) <= maxBytes) return html
  const open: string[] = []
  let kept = ''
  let left = maxBytes
  let at = 0
  for (const tag of html.matchAll(TAG)) {
    const text = html.slice(at, tag.index)
    if (!open.includes('a')) kept = html.slice(0, at) + beginningOf(text, left) + endTags(open)
    left -= Buffer.byteLength(text) + Buffer.byteLength(tag[0])
    left -= follow(open, tag)
    if (left < 0) break
    at = tag.index + tag[0].length
  }
  return kept
}

/** @returns bytes that the end tags of the open elements need more than before */
function follow(open: string[], [, slash, name = '', selfClosing]: RegExpExecArray): number {
  if (slash !== '') return -endTag(open.pop() ?? '').length
  if (selfClosing !== '') return 0
  open.push(name)
  return endTag(name).length
}

function endTags(open: readonly string[]): string {
  return open.toReversed().map(endTag).join('')
}

function endTag(name: string): string {
  return `</${name}>`
}

/** As much of a text as fits, without a truncated character or entity. */
function beginningOf(text: string, bytes: number): string {
  const whole = Buffer.from(text)
  if (whole.length <= bytes) return text
  let end = Math.max(bytes, 0)
  while (end > 0 && (whole[end]! & 0xc0) === 0x80) end--
  return whole.toString('utf8', 0, end).replace(ENTITY_BEGUN, '')
}
