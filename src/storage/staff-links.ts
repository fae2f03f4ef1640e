import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../keys.ts'

const PARAMETER = 'staff'
const HOUR = 3_600_000

type Secret = Pick<Keys, 'csrfSecret'>

/**
 * The address of a file by which the staff sees it for one to two hours, although its owner is suspended:
 * whoever reads a report is given it, and nobody can make one.
 *
 * @param now ms since 1970
 */
export function staffLink(keys: Secret, address: string, now: number): string {
  const url = new URL(address)
  const until = (Math.floor(now / HOUR) + 2) * HOUR
  url.searchParams.set(PARAMETER, `${until}.${proof(keys, url.pathname, until)}`)
  return url.href
}

/** @param target path and query of a request */
export function isStaffLink(keys: Secret, target: string, now: number): boolean {
  const url = URL.parse(target, 'http://localhost')
  const [time = '', given = ''] = url?.searchParams.get(PARAMETER)?.split('.') ?? []
  if (url === null || !/^\d{1,15}$/.test(time) || Number(time) < now) return false
  const [mine, theirs] = [proof(keys, url.pathname, Number(time)), given].map((text) =>
    Buffer.from(text),
  )
  return mine!.length === theirs!.length && timingSafeEqual(mine!, theirs!)
}

function proof({ csrfSecret }: Secret, path: string, until: number): string {
  const hmac = createHmac('sha256', csrfSecret).update(`staff link ${until} ${path}`)
  return hmac.digest('base64url')
}
