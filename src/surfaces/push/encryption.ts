import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Keys of a subscriber: an uncompressed point of P-256, and a shared secret. */
export interface Recipient {
  publicKey: Buffer
  authSecret: Buffer
}

/** Key pair and salt of one message, never used twice; passed in only to test the examples of the specifications. */
export interface Ephemeral {
  salt: Buffer
  privateKey: Buffer
}

export interface Encrypted {
  body: Buffer
  salt: Buffer
  /** public half of the key pair made for this message */
  publicKey: Buffer
}

export const POINT_LENGTH = 65
const RECORD_SIZE = 4096
const TAG_LENGTH = 16
/** bytes of plain text in one record: a push service need not accept more (RFC 8030, section 7.2) */
export const MOST_PLAIN = RECORD_SIZE - 16 - 4 - 1 - POINT_LENGTH - TAG_LENGTH - 1

/**
 * Encrypts for one subscriber as one record; its header holds salt and public key.
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
 * Encrypts for one subscriber as older clients expect: salt and public key are HTTP headers.
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

/** Whether the key is a point of the curve, so that messages can be encrypted for it. */
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
