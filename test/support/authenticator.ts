import {
  createHash,
  createPrivateKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { ATTESTATION_CERTIFICATE, ATTESTATION_KEY } from './attestation-certificate.ts'

/** Members that the authenticator reads of a page's WebAuthn options. */
export interface Wish {
  challenge: string
  rpId?: string
  rp?: { id: string }
  user?: { id: string }
}

/** How an answer is made dishonest. */
export interface Lies {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** claims that it did not check who uses it */
  unverified?: boolean
  counter?: number
  userHandle?: string
  /** signs something else */
  badSignature?: boolean
  /** an attestation with a certificate, which nobody asked for; the rest of it is right */
  certified?: boolean
}

/** An authenticator in software, honest unless told otherwise. @see https://www.w3.org/TR/webauthn-3/ */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url')
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }
  readonly #origin: string
  counter = 1
  #userHandle = ''

  constructor(origin: string) {
    this.#origin = origin
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  /** The result of `navigator.credentials.create`. */
  create(wish: Wish, lies: Lies = {}) {
    this.#userHandle = wish.user?.id ?? ''
    const authData = this.#authData(wish.rp?.id ?? '', 0x45, lies)
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([authData, Buffer.alloc(16), length, id, this.#coseKey()])
    const clientData = this.#clientData('webauthn.create', wish, lies)
    const statement = lies.certified ? certified(attested, clientData) : new Map()
    const object = new Map<string, unknown>([
      ['fmt', lies.certified ? 'packed' : 'none'],
      ['attStmt', statement],
      ['authData', attested],
    ])
    return this.#describe({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: cbor(object).toString('base64url'),
      transports: ['internal', 'nonsense'],
    })
  }

  /** The result of `navigator.credentials.get`. */
  get(wish: Wish, lies: Lies = {}) {
    this.counter += 1
    const authenticatorData = this.#authData(wish.rpId ?? '', lies.unverified ? 0x01 : 0x05, lies)
    const clientData = this.#clientData('webauthn.get', wish, lies)
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    const signature = createSign('sha256')
      .update(lies.badSignature ? randomBytes(8) : signed)
      .sign(this.#keys.privateKey)
    return this.#describe({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: lies.userHandle ?? this.#userHandle,
    })
  }

  #describe(response: Record<string, unknown>) {
    const { id } = this
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #clientData(type: string, wish: Wish, lies: Lies): Buffer {
    const { challenge = wish.challenge, origin = this.#origin } = lies
    return Buffer.from(
      JSON.stringify({ type: lies.type ?? type, challenge, origin, crossOrigin: false }),
    )
  }

  #authData(rpId: string, flags: number, lies: Lies): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? this.counter)
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), counter])
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }
}

function certified(authData: Buffer, clientData: Buffer): Map<string, unknown> {
  const key = createPrivateKey({ key: ATTESTATION_KEY, format: 'der', type: 'pkcs8' })
  const signed = Buffer.concat([authData, sha256(clientData)])
  return new Map<string, unknown>([
    ['alg', -7],
    ['sig', createSign('sha256').update(signed).sign(key)],
    ['x5c', [ATTESTATION_CERTIFICATE]],
  ])
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** As much of CBOR as attestations need. @see https://www.rfc-editor.org/rfc/rfc8949 */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (!(value instanceof Map)) throw new TypeError(`no CBOR for ${typeof value}`)
  const pairs = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}
