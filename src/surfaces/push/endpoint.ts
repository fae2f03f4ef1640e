import type { Address } from '../../features/notifications/push-subscriptions.ts'
import { ValidationFailed } from '../../kernel/base/errors.ts'
import { needsAllowList } from '../../kernel/base/public-endpoint.ts'
import type { App } from '../../kernel/core/app.ts'
import { EgressRefused } from '../../kernel/net/errors.ts'
import { parseTarget } from '../../kernel/net/target-url.ts'
import { isPublicKey } from './encryption.ts'

const ENDPOINT_LENGTH = 2048
/** bytes of the secret: 16 by RFC 8291, possibly more from old clients */
const AUTH_LENGTH = { min: 16, max: 64 }

/**
 * Checks the endpoint and the keys of a subscription request (S-490). The address behind the host name is checked
 * at each delivery, as DNS changes.
 *
 * @throws ValidationFailed for an address that this server never sends to, or for invalid keys
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
  const invalid = 'Endpoint is invalid'
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

/** Decodes base64 in either alphabet, with or without padding; null for other text. */
function decoded(text: string): Buffer | null {
  const plain = text.trim()
  return /^[A-Za-z0-9+/_-]{1,200}={0,2}$/.test(plain) ? Buffer.from(plain, 'base64') : null
}
