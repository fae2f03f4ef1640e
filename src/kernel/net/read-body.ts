import { type Duplex, pipeline, Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { EgressFailed } from './errors.ts'

/** The encodings that requests ask for and responses are decoded from. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/** Bytes by which an encoded body may exceed the decoded limit: encodings can contain long empty blocks. */
const ENCODING_OVERHEAD = 64 * 1024

export interface BodyLimits {
  /** decoded bytes */
  maxBytes: number
  host: string
}

/**
 * The decoded bytes of a response body. Stops reading at the limit, however few bytes were sent (A34).
 *
 * @throws EgressFailed `too_large`, or `encoding` for an encoding that was not requested
 */
export async function* decodedBody(
  body: Readable,
  encoding: string | undefined,
  limits: BodyLimits,
): AsyncGenerator<Buffer> {
  try {
    let size = 0
    for await (const chunk of decode(body, encoding, limits)) {
      size += chunk.length
      if (size > limits.maxBytes) throw tooLarge(limits.host)
      yield chunk
    }
  } finally {
    body.destroy()
  }
}

/**
 * Reads a whole body; `chunks` also holds the data before an error. An unencoded body is not iterated over:
 * for the short responses of inboxes that would cost more than the request.
 *
 * @throws as `decodedBody`
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  limits: BodyLimits,
  chunks: Buffer[],
): Promise<void> {
  if (isPlain(encoding)) return readPlain(body, limits, chunks)
  for await (const chunk of decodedBody(body, encoding, limits)) chunks.push(chunk)
}

function readPlain(body: Readable, limits: BodyLimits, chunks: Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let size = 0
    body.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limits.maxBytes) body.destroy(tooLarge(limits.host))
      else chunks.push(chunk)
    })
    body.on('end', resolve)
    body.on('error', reject)
    body.on('close', () => {
      if (!body.readableEnded) reject(new Error('The connection closed before the end'))
    })
  })
}

/** @throws EgressFailed if the declared length exceeds the limit */
export function checkDeclaredSize(length: string | undefined, limits: BodyLimits): void {
  if (length !== undefined && Number(length) > limits.maxBytes) throw tooLarge(limits.host)
}

async function* decode(
  body: Readable,
  encoding: string | undefined,
  limits: BodyLimits,
): AsyncGenerator<Buffer> {
  if (isPlain(encoding)) {
    yield* body as AsyncIterable<Buffer>
    return
  }
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done === true) return // an empty body is not encoded, whatever its headers say
  const decoder = createDecoder(codingOf(encoding), first.value, limits.host)
  const encoded = Readable.from(startingWith(first.value, chunks), { objectMode: false })
  pipeline(encoded, byteCap(limits), decoder, () => {}) // errors reach the reader of the decoder
  yield* decoder as AsyncIterable<Buffer>
}

function codingOf(encoding: string | undefined): string {
  return encoding?.trim().toLowerCase() ?? ''
}

function isPlain(encoding: string | undefined): boolean {
  const coding = codingOf(encoding)
  return coding === '' || coding === 'identity'
}

async function* startingWith(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* { [Symbol.asyncIterator]: () => rest }
}

function createDecoder(coding: string, first: Buffer, host: string): Duplex {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip()
  if (coding === 'br') return createBrotliDecompress()
  if (coding === 'deflate') {
    // Some servers send raw deflate data instead of the zlib format that `deflate` means.
    const isZlib = ((first[0] ?? 0) & 0x0f) === 8
    return isZlib ? createInflate() : createInflateRaw()
  }
  throw new EgressFailed('encoding', `${host} sent a body that cannot be decoded`)
}

function byteCap({ maxBytes, host }: BodyLimits): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length
      if (size > maxBytes + ENCODING_OVERHEAD) callback(tooLarge(host))
      else callback(null, chunk)
    },
  })
}

function tooLarge(host: string): EgressFailed {
  return new EgressFailed('too_large', `${host} sent more than can be taken`)
}
