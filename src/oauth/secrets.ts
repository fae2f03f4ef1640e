import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits for a URL, a form or a header: 43 characters. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** 160 random bits for what is short-lived and may have to be typed: 27 characters. */
export function randomCode(): string {
  return randomBytes(20).toString('base64url')
}

/** What the database holds of a secret: SHA-256 in hex. Enough, as no secret of ours can be guessed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

/** Always the same 43 characters for the same key and purpose; tells nothing about either. */
export function deriveSecret(key: Buffer, purpose: string): string {
  return createHmac('sha256', key).update(purpose).digest('base64url')
}

/** Compares without telling by the time how much of it was right. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}
