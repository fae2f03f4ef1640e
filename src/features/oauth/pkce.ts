import { hash } from 'node:crypto'
import { sameSecret } from '../identity/secrets.ts'

/** base64url of a SHA-256 */
const CHALLENGE = /^[\w-]{43}$/
const VERIFIER = /^[\w.~-]{43,128}$/

/** Whether a text can be an S256 challenge, the only supported kind (S-438). */
export function isChallenge(text: string): boolean {
  return CHALLENGE.test(text)
}

/**
 * Whether the verifier belongs to the challenge. Without a challenge there must be no verifier:
 * otherwise stripping the challenge from a request would disable PKCE.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7636#section-4.6
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.8
 */
export function provesChallenge(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null || verifier === null) return challenge === verifier
  return VERIFIER.test(verifier) && sameSecret(hash('sha256', verifier, 'base64url'), challenge)
}
