import { parseUrl } from '../base/parse-url.ts'
/**
 * The canonical spelling of an http(s) origin, for comparing authority (A11): lower case, punycode, no
 * default port, no trailing dot.
 *
 * @returns null without such an origin, and for user information, control characters or spaces, which
 * only attacks need
 */
export function canonicalOrigin(url: string | URL): string | null {
  if (typeof url === 'string' && (hasForbiddenCharacter(url) || url.includes(' '))) return null
  const parsed = typeof url === 'string' ? parseUrl(url) : url
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null
  if (parsed.username !== '' || parsed.password !== '') return null
  const hostname = parsed.hostname.replace(/\.$/, '')
  if (hostname === '' || hostname.endsWith('.')) return null
  const port = parsed.port === '' ? '' : `:${parsed.port}`
  return `${parsed.protocol}//${hostname}${port}`
}

/** An address in the usual spelling, which has no alternative form. */
const PLAIN = /^(https:\/\/(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,})\/[!-[\]-~]*$/

/** @returns whether both have an origin and it is the same */
export function sameOrigin(a: string | URL, b: string | URL): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    const plain = PLAIN.exec(a)?.[1]
    // a punycode name may be invalid, which only the parser detects
    if (plain !== undefined && plain === PLAIN.exec(b)?.[1] && !plain.includes('xn--')) return true
  }
  const origin = canonicalOrigin(a)
  return origin !== null && origin === canonicalOrigin(b)
}

/** The URL parser drops tabs and line breaks silently and turns backslashes into slashes. */
export function hasForbiddenCharacter(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f\\]/.test(url)
}
