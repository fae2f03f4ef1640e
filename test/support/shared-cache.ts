import type { IncomingHttpHeaders } from 'node:http'

/** A request as a cache sees it, with its answer from the server. */
export interface Exchange {
  /** address with its query */
  url: string
  /** headers of the request */
  asked: Readonly<Record<string, string>>
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Statuses that a cache may store although nothing is said of it. @see https://www.rfc-editor.org/rfc/rfc9110#section-15.1 */
const HEURISTIC = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])

/**
 * Whether a cache for many people may store the answer to a GET, and give it out without asking again.
 * @see https://www.rfc-editor.org/rfc/rfc9111#section-3
 */
export function mayStore({ asked, status, headers }: Exchange): boolean {
  const control = directivesOf(headers)
  if (['no-store', 'private', 'no-cache'].some((name) => control.has(name))) return false
  const isOpen = ['public', 'must-revalidate', 's-maxage'].some((name) => control.has(name))
  if (asked.authorization !== undefined && !isOpen) return false
  const lifetime = control.has('max-age') || control.has('s-maxage') || 'expires' in headers
  return lifetime || control.has('public') || HEURISTIC.has(status)
}

/**
 * Whether a stored answer is given to another request for its address.
 * @see https://www.rfc-editor.org/rfc/rfc9111#section-4.1
 */
export function isGivenTo(stored: Exchange, asked: Readonly<Record<string, string>>): boolean {
  const names = (stored.headers.vary ?? '').toLowerCase().split(/\s*,\s*/)
  if (names.includes('*')) return false
  return names.every((name) => name === '' || stored.asked[name] === asked[name])
}

/** Seconds for which a cache may show the answer while the server is up. */
export function shownFor({ headers }: Pick<Exchange, 'headers'>): number {
  const control = directivesOf(headers)
  return seconds(control.get('max-age')) + seconds(control.get('stale-while-revalidate'))
}

function directivesOf(headers: IncomingHttpHeaders): Map<string, string> {
  const parts = (headers['cache-control'] ?? '').toLowerCase().split(/\s*,\s*/)
  return new Map(
    parts
      .filter((part) => part !== '')
      .map((part) => {
        const [name = '', value = ''] = part.split('=')
        return [name, value]
      }),
  )
}

function seconds(value: string | undefined): number {
  return value === undefined ? 0 : Number(value)
}
