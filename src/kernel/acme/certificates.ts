import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { bits, integer, octets, oid, sequence, set, tagged, time, utf8, yes } from './der.ts'

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))
const EXTENSION_REQUEST = oid('1.2.840.113549.1.9.14')
const COMMON_NAME = oid('2.5.4.3')
const ALTERNATIVE_NAMES = oid('2.5.29.17')
/** @see https://www.rfc-editor.org/rfc/rfc8737#section-6.1 */
const ACME_IDENTIFIER = oid('1.3.6.1.5.5.7.1.31')

/** ms before now that a certificate of our own begins, as clocks differ */
const EARLIER = 3_600_000

/** A new private key for ECDSA on P-256, as PEM. */
export function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** A request for a certificate (PKCS #10) in DER. @param key PEM @see https://www.rfc-editor.org/rfc/rfc2986 */
export function certificateRequest(name: string, key: string): Buffer {
  const extensions = sequence(EXTENSION_REQUEST, set(sequence(alternativeName(name))))
  const info = sequence(
    integer(Uint8Array.of(0)),
    sequence(),
    publicKeyOf(key),
    tagged(0, extensions, 'constructed'),
  )
  return signed(info, key)
}

/**
 * The certificate that answers a challenge of TLS-ALPN-01.
 * @see https://www.rfc-editor.org/rfc/rfc8737#section-3
 */
export function challengeCertificate(name: string, keyAuthorization: string, now: number) {
  const digest = createHash('sha256').update(keyAuthorization).digest()
  const identifier = sequence(ACME_IDENTIFIER, yes(), octets(octets(digest)))
  return selfSigned(name, { extensions: [identifier], from: now - EARLIER, days: 7 })
}

/** A certificate that vouches for itself, with a new key, both PEM. */
export function selfSigned(
  name: string,
  { extensions = [], from, days }: { extensions?: readonly Buffer[]; from: number; days: number },
): { key: string; cert: string } {
  const key = newKey()
  const subject = sequence(set(sequence(COMMON_NAME, utf8(name))))
  const to = from + days * 86_400 * 1000
  const body = sequence(
    tagged(0, integer(Uint8Array.of(2)), 'constructed'),
    integer(randomBytes(16)),
    ECDSA_WITH_SHA256,
    subject,
    sequence(time(from), time(to)),
    subject,
    publicKeyOf(key),
    tagged(3, sequence(alternativeName(name), ...extensions), 'constructed'),
  )
  return { key, cert: pem('CERTIFICATE', signed(body, key)) }
}

function alternativeName(name: string): Buffer {
  return sequence(ALTERNATIVE_NAMES, octets(sequence(tagged(2, Buffer.from(name), 'simple'))))
}

function publicKeyOf(key: string): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' })
}

function signed(body: Buffer, key: string): Buffer {
  return sequence(body, ECDSA_WITH_SHA256, bits(sign('sha256', body, key)))
}

function pem(kind: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----\n`
}
