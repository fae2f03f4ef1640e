import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR } from '../base/durations.ts'

const PARAMETER = 'staff'

interface Secret {
  csrfSecret: Buffer
}

/**
 * A URL with which staff can see a file for one to two hours, although its owner is suspended. Reports contain
 * it; it cannot be forged.
 *
 * @param now ms since 1970
 */
export function staffLink(keys: Secret, address: string, now: number): string {
  const url = new URL(address)
  const until = (Math.floor(now / HOUR) + 2) * HOUR
  url.searchParams.set(PARAMETER, `${until}.${proof(keys, url.pathname, until)}`)
  return url.href
}

/**
 * The signature covers the path as sent, which routes read: if the path were normalised, a link to one file could
 * open another one (A85).
 *
 * @param target path and query of a request
 */
export function isStaffLink(keys: Secret, target: string, now: number): boolean {
  const [path = '', query = ''] = target.split('?', 2)
  const [time = '', given = ''] = new URLSearchParams(query).get(PARAMETER)?.split('.') ?? []
  if (!/^\d{1,15}$/.test(time) || Number(time) < now) return false
  const [mine, theirs] = [proof(keys, path, Number(time)), given].map((text) => Buffer.from(text))
  return mine!.length === theirs!.length && timingSafeEqual(mine!, theirs!)
}

function proof({ csrfSecret }: Secret, path: string, until: number): string {
  const hmac = createHmac('sha256', csrfSecret).update(`staff link ${until} ${path}`)
  return hmac.digest('base64url')
}
