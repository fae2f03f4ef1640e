import type { SigningKey } from '../actors.ts'

/** What a request of ours is signed as. */
export interface Signing {
  key: SigningKey
  method: 'GET' | 'POST'
  url: URL
  /** of the body, by `sha256`; null where there is none */
  digest: string | null
  /** ms since 1970 */
  now: number
}
