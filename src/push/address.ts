import type { App } from '../app.ts'
import { ValidationFailed } from '../errors.ts'
import { EgressRefused } from '../net/errors.ts'
import { needsAllowList, parseTarget } from '../net/target.ts'
import type { Address } from '../notifications/push-subscriptions.ts'
import { isPublicKey } from './encryption.ts'

const ENDPOINT_LENGTH = 2048
/** bytes of the secret: 16 by RFC 8291, of old clients perhaps more */
const AUTH_LENGTH = { min: 16, max: 64 }

/**
 * Checks where a client wants to be told (S-490). What lies behind the address is looked at when
 * something is sent: names change.
 *
 * @throws ValidationFailed for an address that nothing is ever sent to, or keys that are none
 */
export function readAddress(app: Pick<App, 'config'>, given: Address): Address {
  checkEndpoint(app, given.endpoint)
  const publicKey = decoded(given.p256dh)
  if (publicKey === null || !isPublicKey(publicKey)) {
    throw new ValidationFailed('Key p256dh is invalid')
  }
  const secret = decoded(given.auth)
  const length = secret?.length ?? 0
  if (secret === null || length < AUTH_LENGTH.min || length > AUTH_LENGTH.max) {
    throw new ValidationFailed('Key auth is invalid')
  }
  const keys = { p256dh: publicKey.toString('base64url'), auth: secret.toString('base64url') }
  return { endpoint: given.endpoint, ...keys, standard: given.standard }
}

function checkEndpoint({ config }: Pick<App, 'config'>, endpoint: string): void {
  const invalid = 'Endpoint is not a valid URL'
  if (endpoint.length > ENDPOINT_LENGTH) throw new ValidationFailed(invalid)
  try {
    const url = parseTarget(endpoint)
    if (needsAllowList(url) !== null && config.egressAllow.length === 0) {
      throw new ValidationFailed(invalid)
    }
  } catch (error) {
    throw error instanceof EgressRefused ? new ValidationFailed(invalid) : error
  }
}

/** Of base64 in either alphabet, with or without padding; null for what is none. */
function decoded(text: string): Buffer | null {
  const plain = text.trim()
  return /^[A-Za-z0-9+/_-]{1,200}={0,2}$/.test(plain) ? Buffer.from(plain, 'base64') : null
}
