import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Keys } from '../../kernel/core/keys.ts'

const HOUR = 3600
/** seconds of validity of a token; the specification allows at most a day */
const LIFETIME = 12 * HOUR

/**
 * Identifies this server to a push service: a token signed with the server's key.
 *
 * @param claims.endpoint address of the subscription; the token is valid for its origin only
 * @param claims.contact `mailto:` or `https:` address at which the push service can reach the operator
 * @param claims.now ms since 1970
 * @see https://www.rfc-editor.org/rfc/rfc8292#section-2
 */
export function vapidToken(
  { vapid }: Pick<Keys, 'vapid'>,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: number },
): string {
  const exp = Math.floor(now / 1000) + LIFETIME
  const claims = { aud: new URL(endpoint).origin, exp, sub: contact }
  const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
  const key = { key: privateKeyOf(vapid), dsaEncoding: 'ieee-p1363' } as const
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function privateKeyOf({ publicKey, privateKey }: Keys['vapid']): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: x.toString('base64url'),
      y: y.toString('base64url'),
      d: privateKey,
    },
  })
}
