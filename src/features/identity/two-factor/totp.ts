import type { TOTP } from 'otpauth'

/** 160 bits, as RFC 4226 recommends */
const SECRET_BYTES = 20
const STEP_SECONDS = 30
const DIGITS = 6
/** a clock may be off by one step in either direction */
const WINDOW = 1

/**
 * Codes that an app derives from a shared secret and the time.
 * @see https://www.rfc-editor.org/rfc/rfc6238
 */
export interface Totp {
  /** base32 */
  newSecret(): string
  /** the URI in the QR code for apps */
  address(secret: string, label: { issuer: string; account: string }): string
  /**
   * @returns the number of the code's 30 s step since 1970, or null if the code is not valid now
   */
  stepOf(secret: string, code: string, now: number): number | null
}

/** The library is loaded at its first use. */
export async function loadTotp(): Promise<Totp> {
  const { Secret, TOTP } = await import('otpauth')
  const made = (secret: string, label: { issuer?: string; label?: string } = {}): TOTP =>
    new TOTP({ ...label, secret: Secret.fromBase32(secret), digits: DIGITS, period: STEP_SECONDS })
  return {
    newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
    address: (secret, { issuer, account }) =>
      made(secret, { issuer: issuer.replaceAll(':', ' '), label: account }).toString(),
    stepOf(secret, code, now) {
      const totp = made(secret)
      const delta = totp.validate({ token: code, timestamp: now, window: WINDOW })
      return delta === null ? null : totp.counter({ timestamp: now }) + delta
    },
  }
}
