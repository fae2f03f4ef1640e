import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits for a URL, a form or a header: 43 characters. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** 160 random bits for short-lived codes that may have to be typed: 27 characters. */
export function randomCode(): string {
  return randomBytes(20).toString('base64url')
}

/** The stored form of a secret: SHA-256 in hex. Sufficient, as our secrets have high entropy. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

/** Always the same 43 characters for the same key and purpose; reveals neither. */
export function deriveSecret(key: Buffer, purpose: string): string {
  return createHmac('sha256', key).update(purpose).digest('base64url')
}

/** Compares in constant time. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}
