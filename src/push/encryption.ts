import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a subscriber gave for encrypting to them: a point of P-256, uncompressed, and a secret. */
export interface Recipient {
  publicKey: Buffer
  authSecret: Buffer
}

/** What must never be used twice; given only to check against the examples of the specifications. */
export interface Ephemeral {
  salt: Buffer
  privateKey: Buffer
}

export interface Encrypted {
  body: Buffer
  salt: Buffer
  /** of the pair made for this message */
  publicKey: Buffer
}

export const POINT_LENGTH = 65
const RECORD_SIZE = 4096
const TAG_LENGTH = 16
/** bytes of one record's plain text: all that a push service has to take (RFC 8030, section 7.2) */
export const MOST_PLAIN = RECORD_SIZE - 16 - 4 - 1 - POINT_LENGTH - TAG_LENGTH - 1

/**
 * Encrypts for one subscriber, in one record whose head holds salt and key.
 * @see https://www.rfc-editor.org/rfc/rfc8291
 */
export function encryptAes128gcm(
  plain: Buffer,
  recipient: Recipient,
  ephemeral: Ephemeral = makeEphemeral(),
): Encrypted {
  const { salt } = ephemeral
  const { publicKey, shared } = agree(recipient, ephemeral)
  const info = Buffer.concat([label('WebPush: info'), recipient.publicKey, publicKey])
  const key = derive(recipient.authSecret, shared, info, 32)
  const head = Buffer.alloc(16 + 4 + 1)
  salt.copy(head)
  head.writeUInt32BE(RECORD_SIZE, 16)
  head.writeUInt8(POINT_LENGTH, 20)
  const sealed = seal(Buffer.concat([plain, Buffer.of(2)]), {
    key: derive(salt, key, label('Content-Encoding: aes128gcm'), 16),
    nonce: derive(salt, key, label('Content-Encoding: nonce'), 12),
  })
  return { body: Buffer.concat([head, publicKey, sealed]), salt, publicKey }
}

/**
 * The same as older clients read it: salt and key go in headers.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-webpush-encryption-04
 */
export function encryptAesgcm(
  plain: Buffer,
  recipient: Recipient,
  ephemeral: Ephemeral = makeEphemeral(),
): Encrypted {
  const { salt } = ephemeral
  const { publicKey, shared } = agree(recipient, ephemeral)
  const key = derive(recipient.authSecret, shared, label('Content-Encoding: auth'), 32)
  const context = Buffer.concat([
    label('P-256'),
    withLength(recipient.publicKey),
    withLength(publicKey),
  ])
  const info = (name: string) => Buffer.concat([label(`Content-Encoding: ${name}`), context])
  const noPadding = Buffer.alloc(2)
  const body = seal(Buffer.concat([noPadding, plain]), {
    key: derive(salt, key, info('aesgcm'), 16),
    nonce: derive(salt, key, info('nonce'), 12),
  })
  return { body, salt, publicKey }
}

/** Whether something can be encrypted to this key: it is a point of the curve. */
export function isPublicKey(key: Buffer): boolean {
  if (key.length !== POINT_LENGTH || key[0] !== 4) return false
  try {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    pair.computeSecret(key)
    return true
  } catch {
    return false
  }
}

function makeEphemeral(): Ephemeral {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { salt: randomBytes(16), privateKey: pair.getPrivateKey() }
}

function agree(recipient: Recipient, { privateKey }: Ephemeral) {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey(), shared: pair.computeSecret(recipient.publicKey) }
}

function derive(salt: Buffer, key: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length))
}

function seal(plain: Buffer, { key, nonce }: { key: Buffer; nonce: Buffer }): Buffer {
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function label(text: string): Buffer {
  return Buffer.from(`${text}\0`)
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}
