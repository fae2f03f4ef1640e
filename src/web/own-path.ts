const BASE = 'http://own.invalid'
/** two slashes, or a backslash, which browsers read as a slash, begin the name of a host */
const PATH = /^\/(?![/\\])/

/**
 * A path of this server, normalised as browsers do it: the form that is checked is the form that is sent.
 * @returns null if the address leads elsewhere, or would after it was normalised (A50, A64)
 */
export function ownPath(wanted: string): string | null {
  if (!PATH.test(wanted)) return null
  const url = URL.parse(wanted, BASE)
  if (url === null || url.origin !== BASE) return null
  const path = `${url.pathname}${url.search}${url.hash}`
  return PATH.test(path) ? path : null
}
