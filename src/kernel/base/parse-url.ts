/** characters of user information, host and port; a DNS name has at most 253 */
const LONGEST_AUTHORITY = 1000
/** all that the URL parser may take for it: it also reads `https:host` and `https:\\host` */
const AUTHORITY = /^(?:[^:/\\?#]*:)?[\s/\\]*([^/\\?#]*)/

/**
 * Parses an address of others as `URL.parse` does, but for long hosts: normalising one takes time that grows with the square
 * of its length, seconds for some kilobytes (A139).
 *
 * @returns null if it is no URL
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  if (text.length > LONGEST_AUTHORITY && AUTHORITY.exec(text)![1]!.length > LONGEST_AUTHORITY) {
    return null
  }
  return URL.parse(text, base)
}
