import { sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { SigningKey } from '../actor-directory.ts'

/** The inputs of a signature for our request. */
export interface Signing {
  key: SigningKey
  method: 'GET' | 'POST'
  url: URL
  /** of the body, by `sha256`; null without a body */
  digest: string | null
  /** ms since 1970 */
  now: number
}

const signBytes = promisify<string | null, Buffer, SigningKey['privateKey'], Buffer>(sign)

/**
 * The signature of a text, in base64. Computed on another thread: an RSA signature takes as long as several
 * pages of a timeline, and a status goes to hundreds of servers at once.
 */
export async function signText(
  { algorithm, privateKey }: SigningKey,
  text: string,
): Promise<string> {
  const hash = algorithm === 'rsa' ? 'sha256' : null
  return (await signBytes(hash, Buffer.from(text), privateKey)).toString('base64')
}
