import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Keys } from '../../../kernel/core/keys.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a secret that must be read again, under a key derived from the server's secret. That
 * secret is in the same database (`keys.ts`), so this protects a leaked table, not a leaked
 * database.
 *
 * @param owner id of the owner, bound to the ciphertext: it opens for no other owner
 */
export function seal(keys: SealingKeys, owner: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(keys), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(owner, 'utf8'))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws if it was changed, or sealed for another owner or by another server */
export function unseal(keys: SealingKeys, owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(ALGORITHM, keyOf(keys), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner, 'utf8'))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const rest = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8')
}

export type SealingKeys = Pick<Keys, 'tokenSecret'>

function keyOf({ tokenSecret }: SealingKeys): Buffer {
  return createHmac('sha256', tokenSecret).update('seal').digest()
}
