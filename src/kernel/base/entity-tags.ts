/**
 * Whether If-None-Match names this tag. Tags are compared weakly: a proxy that compresses an answer makes a strong tag
 * weak.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const own = opaque(tag)
  return ifNoneMatch.split(',').some((one) => {
    const given = one.trim()
    return given === '*' || opaque(given) === own
  })
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
