import { parseUrl } from '../../kernel/base/parse-url.ts'
/** Shows the code on a page instead of redirecting (S-437). */
export const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob'

const FORBIDDEN_SCHEMES = ['data:', 'javascript:', 'vbscript:', 'blob:', 'file:', 'about:']
/** characters that browsers send in a Host header, none of which ends a header's directive */
const HOST = /^[a-z0-9.:[\]_-]*$/i

/** Registered redirect URIs: a string with several separated by white space, or a list (S-435). */
export function splitRedirectUris(given: string | readonly string[]): string[] {
  const texts = typeof given === 'string' ? [given] : given
  return texts.flatMap((text) => text.split(/\s+/)).filter((uri) => uri !== '')
}

/**
 * Whether an application may register a redirect URI: absolute, without fragment, and without a
 * scheme that a browser would execute. Custom schemes and http are allowed.
 */
export function isRedirectUri(uri: string): boolean {
  if (uri === OUT_OF_BAND) return true
  const url = parseUrl(uri)
  if (url === null || uri.includes('#') || FORBIDDEN_SCHEMES.includes(url.protocol)) return false
  const web = url.protocol === 'http:' || url.protocol === 'https:'
  if (web && (url.hostname === '' || !/^https?:\/\//i.test(uri))) return false
  return HOST.test(url.host) && !hasControl(uri)
}

/**
 * The redirect URI with further parameters. The registered URI stays unchanged, including its
 * percent-encoding; only characters that a Location header cannot contain are encoded.
 */
export function redirectAddress(uri: string, params: Record<string, string | undefined>): string {
  const given = Object.entries(params).filter((entry) => entry[1] !== undefined) as [
    string,
    string,
  ][]
  const query = new URLSearchParams(given).toString()
  const ascii = uri.replaceAll(/[^\x21-\x7e]+/gu, (text) => encodeURIComponent(text))
  return `${ascii}${ascii.includes('?') ? '&' : '?'}${query}`
}

/** The scheme of a registered redirect URI, with its colon. */
export function schemeOf(uri: string): string {
  return new URL(uri).protocol
}

function hasControl(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text)
}
