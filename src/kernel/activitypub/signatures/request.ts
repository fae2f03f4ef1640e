import type { IncomingHttpHeaders } from 'node:http'
import { HOUR } from '../../base/durations.ts'
import { Unauthorized } from '../../base/errors.ts'
import { canonicalOrigin } from '../../net/origin.ts'
import type { KeyAlgorithm } from '../actor-directory.ts'

/** The parts of a received request that signatures cover. */
export interface SignedRequest {
  method: string
  /** path and query as sent */
  target: string
  headers: IncomingHttpHeaders
  /** null if the request has no body to sign */
  body: Buffer | null
}

/** This server as the target of requests. */
export interface Place {
  origin: string
  /** host, with its port unless that is the default */
  domain: string
}

/** The content of a signature before its key is known. */
export interface Claim {
  keyUri: string
  /** key types that can have made it */
  algorithms: readonly KeyAlgorithm[]
  /** possible signed texts: usually one, two where senders disagree about the query */
  texts: readonly string[]
  signature: Buffer
}

export const RSA: readonly KeyAlgorithm[] = ['rsa']
export const ED25519: readonly KeyAlgorithm[] = ['ed25519']
export const ANY: readonly KeyAlgorithm[] = ['rsa', 'ed25519']

/** A header's value as signed; undefined if the request lacks it. */
export function fieldOf(request: SignedRequest, name: string, place: Place): string | undefined {
  if (name === 'host') return hostOf(request, place)
  // every object has members such as `constructor`, which are no headers
  const value = Object.hasOwn(request.headers, name) ? request.headers[name] : undefined
  return Array.isArray(value) ? value.join(', ') : value?.trim()
}

/**
 * Our own host, whatever the request says: a signature for another server is invalid here (A04), and a
 * proxy may change the header. If the sender's spelling names us too, it is used.
 */
function hostOf({ headers }: SignedRequest, { origin, domain }: Place): string {
  const { host } = headers
  if (host === undefined || host === domain) return domain
  const scheme = origin.slice(0, origin.indexOf(':'))
  return canonicalOrigin(`${scheme}://${host}`) === origin ? host : domain
}

/** ms by which clocks of other servers may differ */
const SKEW = HOUR
/** ms after which a signature is invalid, whatever its expiry says */
const LONGEST_LIFE = 12 * HOUR

/**
 * @param times ms since 1970
 * @throws Unauthorized for a signature from the future, or an expired one
 */
export function checkTimes(times: { made: number; expires: number | null; now: number }): void {
  const { made, expires, now } = times
  if (!Number.isFinite(made)) throw new Unauthorized('The time of the signature makes no sense')
  if (made > now + SKEW) throw new Unauthorized('The signature is from the future')
  const last = Math.min(made + LONGEST_LIFE, (expires ?? Number.POSITIVE_INFINITY) + SKEW)
  if (now > last) throw new Unauthorized('The signature has expired')
}
