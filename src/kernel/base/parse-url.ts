/** characters of user information, host and port; a DNS name has at most 253 */
const LONGEST = 1000
/** the same where the host may have to be converted */
const LONGEST_OTHER = 100
/** tabs and line breaks, which the URL parser drops wherever they are */
const DROPPED = /[\t\n\r]/g
/** what the URL parser reads a host from: `https:a` and `\\a` have one, too */
const AUTHORITY = /^[\0- ]*(?:(?:https?|wss?|ftp|file):[/\\]*|[/\\]{2,})([^/\\?#]*)/i

/**
 * Parses an address of others as `URL.parse` does, but for long hosts: converting one takes time that grows with the square of
 * its length, seconds for some kilobytes (A139).
 *
 * @returns null if it is no URL
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  return hasLongHost(text) ? null : URL.parse(text, base)
}

/** Whether `parseUrl` returns one. */
export function isUrl(text: string): boolean {
  return !hasLongHost(text) && URL.canParse(text)
}

function hasLongHost(text: string): boolean {
  if (text.length <= LONGEST_OTHER) return false
  const authority = AUTHORITY.exec(text.replace(DROPPED, ''))?.[1] ?? ''
  if (authority.length <= LONGEST_OTHER) return false
  return authority.length > LONGEST || /[^!-~]|%/.test(authority)
}
