import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

/** An account's key, which signs requests. @see https://www.rfc-editor.org/rfc/rfc8555#section-6.2 */
export interface AccountKey {
  /** the answer to a challenge. @see https://www.rfc-editor.org/rfc/rfc8555#section-8.1 */
  authorize(token: string): string
  /**
   * A signed request as JSON.
   * @param kid address of the account; null: the request has the key itself
   * @param payload undefined: none, as a request that only reads has it
   */
  sign(request: {
    url: string
    nonce: string
    kid: string | null
    payload: object | undefined
  }): string
}

/** @param pem of a private key on P-256 */
export function accountKey(pem: string): AccountKey {
  const key = createPrivateKey(pem)
  const jwk = publicJwk(key)
  const thumbprint = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url')
  return {
    authorize: (token) => `${token}.${thumbprint}`,
    sign({ url, nonce, kid, payload }) {
      const identity = kid === null ? { jwk } : { kid }
      const head = encode({ alg: 'ES256', nonce, url, ...identity })
      const body = payload === undefined ? '' : encode(payload)
      const signature = sign('sha256', Buffer.from(`${head}.${body}`), {
        key,
        dsaEncoding: 'ieee-p1363',
      })
      return JSON.stringify({
        protected: head,
        payload: body,
        signature: signature.toString('base64url'),
      })
    },
  }
}

/** In the order of a thumbprint. @see https://www.rfc-editor.org/rfc/rfc7638#section-3 */
function publicJwk(key: KeyObject) {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' })
  return { crv, kty, x, y }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
