import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ByteRange } from '../storage.ts'
import type { S3Client } from './client.ts'
import { damaged } from './failure.ts'
import { CHECKSUM } from './upload.ts'

/** how often a file that breaks off is continued where it broke off: the content of a key never changes */
const CONTINUATIONS = 3
/** ms without a byte taken: a reader so slow gives its connection back */
const MAX_STALL = 120_000

export interface Stored {
  key: string
  /** bytes */
  size: number
  /** in hexadecimal digits; null: not known */
  checksum: string | null
}

/** Size, checksum and age of an object as the store tells them; null: there is none. */
export async function findObject(
  client: S3Client,
  key: string,
): Promise<(Stored & { lastModified: number }) | null> {
  const { status, headers } = await client.send({ method: 'HEAD', key, accept: [404] })
  if (status === 404) return null
  return {
    key,
    size: Number(headers['content-length']),
    checksum: headers[CHECKSUM] === undefined ? null : String(headers[CHECKSUM]),
    lastModified: Date.parse(String(headers['last-modified'])),
  }
}

/**
 * The bytes of an object, as fast as they are read. A body that breaks off is continued; one that ends too early, or
 * has another checksum, fails before its last byte, so nobody takes it for whole.
 */
export function readObject(client: S3Client, object: Stored, range?: ByteRange): Readable {
  const { start, end } = range ?? { start: 0, end: object.size - 1 }
  const isWhole = start === 0 && end === object.size - 1
  const bytes = () => readRange(client, object.key, { start, end })
  const isChecked = isWhole && object.checksum !== null
  const chunks = isChecked ? checked(client, object, bytes()) : bytes()
  const stream: Readable = Readable.from(
    unlessStalled(chunks, () => stream.destroy(new Error('The reader of the file is too slow'))),
    { objectMode: false },
  )
  return stream
}

async function* readRange(
  client: S3Client,
  key: string,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  let at = start
  for (let failures = 0; at <= end; ) {
    const { status, headers, body } = await client.read({
      method: 'GET',
      key,
      headers: { range: `bytes=${at}-${end}` },
    })
    const isAsked = status === 206 && String(headers['content-range']).startsWith(`bytes ${at}-`)
    if (!isAsked && at !== 0) {
      body.on('error', () => {}).destroy()
      throw damaged(client.config, key, 'cannot be read in ranges')
    }
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        const some = chunk.subarray(0, end + 1 - at)
        at += some.length
        yield some
        if (at > end) break
      }
      if (at <= end) throw damaged(client.config, key, `ends ${end + 1 - at} bytes too early`)
    } catch (error) {
      if (++failures > CONTINUATIONS) throw error
    }
  }
}

/** Keeps the last chunk until the checksum is known. */
async function* checked(
  client: S3Client,
  object: Stored,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let last: Buffer | null = null
  for await (const chunk of chunks) {
    hash.update(chunk)
    if (last !== null) yield last
    last = chunk
  }
  if (hash.digest('hex') !== object.checksum) {
    throw damaged(client.config, object.key, 'has another checksum than when it was stored')
  }
  if (last !== null) yield last
}

async function* unlessStalled(
  chunks: AsyncIterable<Buffer>,
  give: () => void,
): AsyncGenerator<Buffer> {
  let timer: NodeJS.Timeout | undefined
  try {
    for await (const chunk of chunks) {
      timer = setTimeout(give, MAX_STALL).unref()
      yield chunk
      clearTimeout(timer)
    }
  } finally {
    clearTimeout(timer)
  }
}
