import { parseUrl } from '../../../kernel/base/parse-url.ts'

const BASE = 'http://own.invalid'
/** two slashes, or a slash and a backslash, which browsers read as a slash, begin a host name */
const PATH = /^\/(?![/\\])/

/**
 * A path of this server, normalised as browsers do it, so that the checked form is the form in the response.
 * @returns null if the address leads to another server, before or after normalising (A50, A64)
 */
export function ownPath(wanted: string): string | null {
  if (!PATH.test(wanted)) return null
  const url = parseUrl(wanted, BASE)
  if (url === null || url.origin !== BASE) return null
  const path = `${url.pathname}${url.search}${url.hash}`
  return PATH.test(path) ? path : null
}
