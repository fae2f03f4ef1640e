import { isIPv4 } from 'node:net'
import { parseUrl } from '../base/parse-url.ts'
import { EgressRefused } from './errors.ts'
import { hasForbiddenCharacter } from './origin.ts'

/**
 * Parses an address from outside.
 *
 * @param base of a relative address, as in a redirect
 * @returns the URL without fragment and without the trailing dot of its host
 * @throws EgressRefused if it is no plain http(s) URL
 */
export function parseTarget(input: string | URL, base?: URL): URL {
  const text = String(input)
  if (hasForbiddenCharacter(text)) throw new EgressRefused('url', 'The address is malformed')
  const url = parseUrl(text, base)
  if (url === null) throw new EgressRefused('url', 'The address is malformed')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new EgressRefused('scheme', 'Only http and https addresses can be fetched')
  }
  if (url.username !== '' || url.password !== '') {
    throw new EgressRefused('userinfo', 'The address holds a user name')
  }
  // assigning to a URL costs as much as parsing it
  if (url.href.includes('#')) url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  if (url.hostname === '' || url.hostname.endsWith('.')) {
    throw new EgressRefused('url', 'The address has no host')
  }
  refuseDisguisedAddress(text, url)
  return url
}

/** `0x7f.1`, `2130706433` and `127.1` are all 127.0.0.1 to the URL parser (A28). */
function refuseDisguisedAddress(text: string, url: URL): void {
  if (!isIPv4(url.hostname)) return
  const authority =
    /^[a-z][a-z0-9+.-]*:\/*([^/?#]*)/i.exec(text)?.[1] ?? /^\/\/([^/?#]*)/.exec(text)?.[1]
  if (authority === undefined) return
  if (authority.replace(/:\d*$/, '') !== url.hostname) {
    throw new EgressRefused('url', 'The address is written in an unusual way')
  }
}
