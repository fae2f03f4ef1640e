import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Config } from '../../../kernel/base/config.ts'

const TIMEOUT = 5 * 60_000
/** EdDSA, ES256, RS256. @see https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
const ALGORITHMS = [-8, -7, -257]

export interface StoredCredential {
  /** base64url */
  credential_id: string
  /** COSE, base64url */
  public_key: string
  counter: number
}

export interface CreationWish {
  challenge: string
  serverName: string
  userId: string
  username: string
  /** the user's existing credentials */
  known: readonly { credential_id: string; transports: string[] }[]
}

/** Options for creating a passkey. @see https://www.w3.org/TR/webauthn-3/ */
export async function creationOptions(
  config: Pick<Config, 'origin'>,
  wish: CreationWish,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: wish.serverName,
    rpID: relyingPartyOf(config),
    userName: wish.username,
    userDisplayName: wish.username,
    userID: new TextEncoder().encode(wish.userId),
    challenge: new Uint8Array(Buffer.from(wish.challenge, 'base64url')),
    timeout: TIMEOUT,
    attestationType: 'none',
    excludeCredentials: descriptorsOf(wish.known),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
}

/** @param known credentials that may answer; empty: any that the browser has for this site */
export async function requestOptions(
  config: Pick<Config, 'origin'>,
  challenge: string,
  known: readonly { credential_id: string; transports: string[] }[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(config),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT,
    allowCredentials: descriptorsOf(known),
    userVerification: known.length === 0 ? 'required' : 'preferred',
  })
}

/** Verifies a created passkey; null if it does not match the request. */
export async function checkCreation(
  config: Pick<Config, 'origin'>,
  answer: Answer,
  challenge: string,
): Promise<(StoredCredential & { transports: string[] }) | null> {
  const response = answer as unknown as RegistrationResponseJSON
  if (!(await hasNoCertificate(response))) return null
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const checked = await refusing(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: config.origin,
      expectedRPID: relyingPartyOf(config),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (checked === null || !checked.verified) return null
  const { credential } = checked.registrationInfo
  const { transports } = response.response
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: Array.isArray(transports) ? transports.filter(isTransport) : [],
  }
}

/**
 * Verifies an authenticator's signature.
 * @param demands.verified whether the authenticator must have verified its user, by PIN or
 * biometrics
 * @returns its new counter, or null if anything is invalid, including a decreased counter
 */
export async function checkAssertion(
  config: Pick<Config, 'origin'>,
  answer: Answer,
  demands: { challenge: string; credential: StoredCredential; verified: boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { credential_id: id, public_key, counter } = demands.credential
  const checked = await refusing(() =>
    verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: demands.challenge,
      expectedOrigin: config.origin,
      expectedRPID: relyingPartyOf(config),
      credential: { id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter },
      requireUserVerification: demands.verified,
    }),
  )
  return checked?.verified === true ? checked.authenticationInfo.newCounter : null
}

/** An answer from a browser, not validated. */
export type Answer = Readonly<Record<string, unknown>>

/** The host, which authenticators bind their answers to. */
function relyingPartyOf({ origin }: Pick<Config, 'origin'>): string {
  return new URL(origin).hostname
}

/**
 * The library would fetch revocation lists from URLs in a certificate, bypassing our egress. We
 * request no certificates from browsers, so an answer with one is forged.
 */
async function hasNoCertificate(answer: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const format = await refusing(async () => {
    const bytes = isoBase64URL.toBuffer(answer.response.attestationObject)
    const attestation = decodeAttestationObject(bytes)
    const selfMade = attestation.get('fmt') === 'packed' && !attestation.get('attStmt').get('x5c')
    return selfMade ? 'none' : attestation.get('fmt')
  })
  return format === 'none'
}

/** The library throws for every invalid or unreadable input. */
async function refusing<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check()
  } catch {
    return null
  }
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

function isTransport(value: unknown): value is string {
  return typeof value === 'string' && TRANSPORTS.includes(value)
}

function descriptorsOf(known: readonly { credential_id: string; transports: string[] }[]) {
  return known.map(({ credential_id: id, transports }) => ({ id, transports }))
}
