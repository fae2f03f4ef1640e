import type { IncomingHttpHeaders } from 'node:http'
import { Unauthorized } from '../../errors.ts'
import { canonicalOrigin } from '../../net/origin.ts'
import type { KeyAlgorithm } from '../actors.ts'

/** A request as it came, as far as signatures are about it. */
export interface SignedRequest {
  method: string
  /** path and query as they were sent */
  target: string
  headers: IncomingHttpHeaders
  /** null where there is none to be signed */
  body: Buffer | null
}

/** Where the request should have gone to. */
export interface Place {
  origin: string
  /** host, with a port unless it is the default */
  domain: string
}

/** What a signature says, before anybody has looked for its key. */
export interface Claim {
  keyUri: string
  /** kinds of keys that can have made it */
  algorithms: readonly KeyAlgorithm[]
  /** what may have been signed: usually one text, two where senders disagree about the query */
  texts: readonly string[]
  signature: Buffer
}

export const RSA: readonly KeyAlgorithm[] = ['rsa']
export const ED25519: readonly KeyAlgorithm[] = ['ed25519']
export const ANY: readonly KeyAlgorithm[] = ['rsa', 'ed25519']

/** A header's value as it is signed; undefined if the request has none. */
export function fieldOf(request: SignedRequest, name: string, place: Place): string | undefined {
  if (name === 'host') return hostOf(request, place)
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value?.trim()
}

/**
 * Our own name, whatever the request says: one made for another server does not pass here (A04),
 * and a proxy may change the header on the way. In the sender's spelling if that names us too.
 */
function hostOf({ headers }: SignedRequest, { origin, domain }: Place): string {
  const { host } = headers
  if (host === undefined || host === domain) return domain
  const scheme = origin.slice(0, origin.indexOf(':'))
  return canonicalOrigin(`${scheme}://${host}`) === origin ? host : domain
}

/** ms: clocks of others may be this wrong */
const SKEW = 3_600_000
/** ms after which a signature is of no use any more, whatever it says */
const LONGEST_LIFE = 12 * 3_600_000

/**
 * @param times ms since 1970
 * @throws Unauthorized for a signature from the future or past its time
 */
export function checkTimes(times: { made: number; expires: number | null; now: number }): void {
  const { made, expires, now } = times
  if (!Number.isFinite(made)) throw new Unauthorized('The time of the signature makes no sense')
  if (made > now + SKEW) throw new Unauthorized('The signature is from the future')
  const last = Math.min(made + LONGEST_LIFE, (expires ?? Number.POSITIVE_INFINITY) + SKEW)
  if (now > last) throw new Unauthorized('The signature has expired')
}
