import type { Keys } from '../keys.ts'
import { deriveSecret, sameSecret } from './secrets.ts'

/**
 * What the forms and scripts of a browser session send along to prove that a page of ours made
 * them: derived from the cookie, which no page of another site can read (A53).
 *
 * @param cookie value of the session cookie, or of the one that visitors get before they sign in
 */
export function csrfTokenFor({ csrfSecret }: Pick<Keys, 'csrfSecret'>, cookie: string): string {
  return deriveSecret(csrfSecret, `csrf ${cookie}`)
}

/** @param token as the form or the header X-CSRF-Token says */
export function csrfValid(keys: Pick<Keys, 'csrfSecret'>, cookie: string, token: string): boolean {
  return sameSecret(token, csrfTokenFor(keys, cookie))
}
