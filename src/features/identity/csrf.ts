import type { Keys } from '../../kernel/core/keys.ts'
import { deriveSecret, sameSecret } from './secrets.ts'

/**
 * The CSRF token of a browser session, which forms and scripts send to prove that our own page made
 * the request: derived from the cookie, which no page of another site can read (A53).
 *
 * @param cookie value of the session cookie, or of the visitor cookie before sign-in
 */
export function csrfTokenFor({ csrfSecret }: Pick<Keys, 'csrfSecret'>, cookie: string): string {
  return deriveSecret(csrfSecret, `csrf ${cookie}`)
}

/** @param token from the form or the header X-CSRF-Token */
export function csrfValid(keys: Pick<Keys, 'csrfSecret'>, cookie: string, token: string): boolean {
  return sameSecret(token, csrfTokenFor(keys, cookie))
}
