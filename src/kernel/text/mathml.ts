/**
 * Replaces MathML by its annotation, TeX before plain text. Without an annotation it is removed, because its
 * elements make no sense as text.
 *
 * @see https://codeberg.org/fediverse/fep/src/branch/main/fep/dc88/fep-dc88.md
 */
export function replaceMath(html: string): string {
  let result = ''
  let position = 0
  for (const match of html.matchAll(/<math\b/gi)) {
    if (match.index < position) continue
    const end = endOfMath(html, match.index)
    if (end === -1) break
    result += html.slice(position, match.index) + annotationOf(html.slice(match.index, end))
    position = end
  }
  return result + html.slice(position)
}

const CLOSING = '</math>'

function endOfMath(html: string, from: number): number {
  const end = html.indexOf(CLOSING, from)
  return end === -1 ? -1 : end + CLOSING.length
}

function annotationOf(math: string): string {
  let plain = ''
  for (const match of math.matchAll(/<annotation\b([^<>]*)>([^<]*)<\/annotation>/gi)) {
    const [, attributes = '', text = ''] = match
    if (attributes.includes('application/x-tex')) {
      const isBlock = /^<math[^<>]*\bdisplay\s*=\s*["']?block/i.test(math)
      return isBlock ? `$$${text}$$` : `$${text}$`
    }
    if (attributes.includes('text/plain')) plain ||= text
  }
  return plain
}
