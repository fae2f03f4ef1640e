import { parseUrl } from '../base/parse-url.ts'

const MAX_LENGTH = 253

/**
 * The host name at the beginning of a run of host characters: without a trailing dot or hyphen, and without text
 * in another script that follows it directly, as in `example.comです`.
 *
 * @returns null unless it can be a public name (or localhost, or an IPv4 address)
 */
export function hostIn(run: string): string | null {
  const host = trimEnd(run.split('..', 1)[0] ?? '', /[._-]/)
  if (host.length > MAX_LENGTH) return null
  if (/^localhost$/i.test(host) || isIPv4(host)) return host
  const dot = host.lastIndexOf('.')
  if (dot < 1 || host.startsWith('.')) return null
  const label = topLabelIn(host.slice(dot + 1))
  return label === null ? null : host.slice(0, dot + 1) + label
}

/** No top-level domain mixes ASCII with other scripts. */
function topLabelIn(label: string): string | null {
  const known = /^(?:xn--[a-z0-9-]{1,59}|[a-z]{2,63})(?![a-z0-9_-])/i.exec(label)
  if (known !== null) return known[0]
  return /^\P{ASCII}{2,63}$/u.test(label) ? label : null
}

/**
 * The domain of a handle in a text; a local server (localhost or an IPv4 address) includes its port.
 *
 * @param run as written in the text
 * @param after the text that follows it
 * @returns its length in the text, and its normal spelling: lower case, punycode; or null
 */
export function handleDomainIn(
  run: string,
  after: string,
): { length: number; domain: string } | null {
  if (/^localhost$/i.test(run) || isIPv4(run)) {
    const port = /^:\d{1,5}(?!\d)/.exec(after)?.[0] ?? ''
    return { length: run.length + port.length, domain: run.toLowerCase() + port }
  }
  const written = run.includes('.') ? hostIn(run) : run
  if (written === null || written.length > MAX_LENGTH) return null
  const domain = toAscii(written)
  return domain === '' ? null : { length: written.length, domain }
}

/** As `domainToASCII` of node:url, which browsers lack: the composer counts by these rules too. */
function toAscii(host: string): string {
  return parseUrl(`ws://${host}`)?.hostname ?? ''
}

function isIPv4(host: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(host)
}

/** A loop, because `/[x]+$/` takes quadratic time on a long run that does not end the text. */
export function trimEnd(text: string, character: RegExp): string {
  let end = text.length
  while (end > 0 && character.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}
