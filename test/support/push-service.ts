import assert from 'node:assert/strict'
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Message {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Response of the push service; default 201. */
type Answer = { status: number; headers?: Record<string, string> }

/** A push service on loopback that keeps what it gets. */
export interface PushService extends AsyncDisposable {
  origin: string
  messages: Message[]
  /** by path; missing: 201 */
  answers: Map<string, Answer>
}

export async function startPushService(): Promise<PushService> {
  const messages: Message[] = []
  const answers: PushService['answers'] = new Map()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    messages.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
    const { status, headers = {} } = answers.get(path) ?? { status: 201 }
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    messages,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A browser or app: it has keys of its own and reads what was encrypted to them. */
export class PushReceiver {
  readonly #pair: ECDH = createECDH('prime256v1')
  readonly #secret = randomBytes(16)
  readonly endpoint: string

  constructor(endpoint: string) {
    this.endpoint = endpoint
    this.#pair.generateKeys()
  }

  /** what it tells the server */
  subscription(more: { standard?: boolean } = {}) {
    const keys = {
      p256dh: this.#pair.getPublicKey('base64url'),
      auth: this.#secret.toString('base64url'),
    }
    return { endpoint: this.endpoint, keys, ...more }
  }

  /** Opens a message after checking who signed for it. */
  // biome-ignore lint/suspicious/noExplicitAny: the payload is what the test looks at
  read(message: Message, serverKey: string): any {
    return JSON.parse(this.text(message, serverKey))
  }

  text({ headers, body }: Message, serverKey: string): string {
    if (headers['content-encoding'] === 'aes128gcm') {
      const [, token, key] = /^vapid t=([^,]+),\s?k=(.+)$/.exec(headers.authorization ?? '') ?? []
      assert.equal(key, serverKey)
      this.#checkToken(token ?? '', serverKey)
      return this.#openStandard(body).toString()
    }
    assert.equal(headers['content-encoding'], 'aesgcm')
    const [, dh, key] = /^dh=([\w-]+);p256ecdsa=(.+)$/.exec(String(headers['crypto-key'])) ?? []
    assert.equal(key, serverKey)
    this.#checkToken(/^WebPush (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '', serverKey)
    const [, salt] = /^salt=([\w-]+)$/.exec(String(headers.encryption)) ?? []
    return this.#openOlder(body, bytes(dh ?? ''), bytes(salt ?? '')).toString()
  }

  #checkToken(token: string, serverKey: string): void {
    const [head = '', claims = '', signature = ''] = token.split('.')
    const point = bytes(serverKey)
    const key = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    })
    const signed = Buffer.from(`${head}.${claims}`)
    const options = { key, dsaEncoding: 'ieee-p1363' } as const
    assert.ok(verify('sha256', signed, options, bytes(signature)), 'the signature is wrong')
    const { aud, exp, sub } = JSON.parse(bytes(claims).toString())
    assert.equal(aud, new URL(this.endpoint).origin)
    assert.match(sub, /^(mailto:|https:)/)
    assert.ok(exp > 1_700_000_000)
  }

  #openStandard(body: Buffer): Buffer {
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + body.readUInt8(20))
    const info = Buffer.concat([label('WebPush: info'), this.#pair.getPublicKey(), sender])
    const key = derive(this.#secret, this.#pair.computeSecret(sender), info, 32)
    const plain = open(body.subarray(21 + sender.length), {
      key: derive(salt, key, label('Content-Encoding: aes128gcm'), 16),
      nonce: derive(salt, key, label('Content-Encoding: nonce'), 12),
    })
    assert.equal(plain.at(-1), 2)
    return plain.subarray(0, -1)
  }

  #openOlder(body: Buffer, sender: Buffer, salt: Buffer): Buffer {
    const shared = this.#pair.computeSecret(sender)
    const key = derive(this.#secret, shared, label('Content-Encoding: auth'), 32)
    const length = Buffer.of(0, 65)
    const own = this.#pair.getPublicKey()
    const context = Buffer.concat([label('P-256'), length, own, length, sender])
    const info = (name: string) => Buffer.concat([label(`Content-Encoding: ${name}`), context])
    const plain = open(body, {
      key: derive(salt, key, info('aesgcm'), 16),
      nonce: derive(salt, key, info('nonce'), 12),
    })
    return plain.subarray(2 + plain.readUInt16BE(0))
  }
}

const bytes = (text: string) => Buffer.from(text, 'base64url')
const label = (text: string) => Buffer.from(`${text}\0`)

function derive(salt: Buffer, key: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length))
}

function open(sealed: Buffer, { key, nonce }: { key: Buffer; nonce: Buffer }): Buffer {
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
}
