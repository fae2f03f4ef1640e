import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import {
  type FaultyProxy,
  slowDown,
  startFaultyProxy,
} from '../../../../test/support/s3/faulty-proxy.ts'
import { type Swift, startSwift, withoutSwift } from '../../../../test/support/s3/swift.ts'
import { StorageUnreachable } from '../../base/errors.ts'
import type { S3Config } from '../../base/s3-config.ts'
import { newKey } from '../keys.ts'
import { openStorage } from '../open-storage.ts'
import type { MediaStorage } from '../storage.ts'
import { createS3Client } from './client.ts'
import { sweepUploads } from './upload.ts'

const skip = withoutSwift
let folder: string
let swift: Swift
let proxy: FaultyProxy
let storage: MediaStorage
let told: string[] = []

const open = (s3: S3Config) =>
  openStorage(
    { mediaStorage: folder, s3 },
    { secret: async () => Buffer.from('secret'), onFailure: (line) => told.push(line) },
  )

before(async () => {
  if (skip !== false) return
  folder = await mkdtemp(join(tmpdir(), 'rookery-s3-'))
  swift = await startSwift()
  proxy = await startFaultyProxy(swift.port)
  storage = await open({ ...swift.config, endpoint: proxy.endpoint })
})
after(async () => {
  if (skip !== false) return
  await proxy[Symbol.asyncDispose]()
  await swift[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  told = []
  if (proxy !== undefined) Object.assign(proxy, { fault: null, seen: [] })
})

async function stored(size = 100_000): Promise<{ key: string; bytes: Buffer }> {
  const key = newKey('media', 'mp4')
  const bytes = randomBytes(size)
  await storage.put(key, bytes)
  return { key, bytes }
}

/** The number of bytes that arrive of a stream, and whether it fails. */
async function readAll(stream: Readable): Promise<{ bytes: number; failed: boolean }> {
  let bytes = 0
  stream.on('data', (chunk) => (bytes += chunk.length))
  const failed = await once(stream, 'end').then(
    () => false,
    () => true,
  )
  return { bytes, failed }
}

const isGet = ({ method }: { method?: string | undefined }) => method === 'GET'

test('a store that answers SlowDown, or resets, is asked again', { skip }, async () => {
  proxy.fault = { times: 2, instead: slowDown }
  const { key, bytes } = await stored()
  proxy.fault = { times: 2, instead: (response) => response.destroy() }

  const file = await storage.open(key)

  assert.deepEqual(await buffer(file!.stream()), bytes)
  assert.deepEqual(told, [])
})

test('a store that says nothing is given up after ten seconds a try, whether a file is stored or read', {
  skip,
}, async (t) => {
  const { key } = await stored()
  const file = (await storage.open(key))!
  const patience: number[] = []
  const { timeout } = AbortSignal
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    patience.push(Math.floor(ms / 1000))
    return timeout(10)
  })
  proxy.fault = { instead: () => {} }

  await assert.rejects(
    storage.put(newKey('media', 'webp'), randomBytes(50_000)),
    StorageUnreachable,
  )

  await assert.rejects(buffer(file.stream()), /no answer/)

  assert.deepEqual(patience, Array(8).fill(10))
})

test('a store that is away is a 503 with one line, and goes on when it is back', {
  skip,
}, async () => {
  const { key } = await stored()
  proxy.fault = { instead: (response) => response.destroy() }

  await assert.rejects(storage.put(newKey('media', 'png'), Buffer.from('x')), (error: Error) => {
    assert.ok(error instanceof StorageUnreachable)
    assert.equal(error.statusCode, 503)
    assert.doesNotMatch(error.message, /127\.0\.0\.1|testing/)
    return true
  })
  await assert.rejects(storage.open(key), StorageUnreachable)
  assert.match(told[0]!, /^S3 bucket rookery-test at http:\S+: PUT of a file: no answer: .+$/)

  proxy.fault = null
  assert.notEqual(await storage.open(key), null)
  await stored()
})

test('a body that is reset in its middle is continued where it broke off', { skip }, async () => {
  const { key, bytes } = await stored()
  proxy.fault = {
    of: isGet,
    times: 2,
    replied({ status, headers, body }, response) {
      response.writeHead(status, headers)
      response.write(body.subarray(0, body.length / 2), () => response.destroy())
    },
  }

  const file = await storage.open(key)

  assert.deepEqual(await buffer(file!.stream()), bytes)
  const part = (await storage.open(key))!.stream({ start: 10, end: 90_000 })
  assert.deepEqual(await buffer(part), bytes.subarray(10, 90_001))
})

test('a body that is always truncated is not served as whole', { skip }, async () => {
  const { key, bytes } = await stored()
  proxy.fault = {
    of: isGet,
    replied({ status, headers, body }, response) {
      const some = body.subarray(0, body.length / 2)
      response.writeHead(status, { ...headers, 'content-length': some.length }).end(some)
    },
  }

  const read = await readAll((await storage.open(key))!.stream())

  assert.ok(read.failed)
  assert.ok(read.bytes < bytes.length)
  assert.match(told.at(-1)!, /ends \d+ bytes too early/)
})

test('bytes with another checksum are not served as whole', { skip }, async () => {
  const { key, bytes } = await stored()
  proxy.fault = {
    of: isGet,
    replied({ status, headers, body }, response) {
      body[50_000]! ^= 1
      response.writeHead(status, headers).end(body)
    },
  }

  const read = await readAll((await storage.open(key))!.stream())

  assert.ok(read.failed)
  assert.ok(read.bytes < bytes.length)
  assert.match(told.at(-1)!, /has another checksum/)
})

test('bytes that arrive changed are refused, and no file is there', { skip }, async () => {
  proxy.fault = {
    of: ({ method }) => method === 'PUT',
    sent(body) {
      body[5]! ^= 1
      return body
    },
  }
  const key = newKey('media', 'png')

  await assert.rejects(storage.put(key, Buffer.from('some bytes')), StorageUnreachable)

  proxy.fault = null
  assert.equal(await storage.open(key), null)
})

test('an upload that fails in its parts is aborted', { skip }, async () => {
  const path = storage.temporaryPath('mp4')
  await writeFile(path, randomBytes(9_000_000))
  const key = newKey('media', 'mp4')
  proxy.fault = { of: ({ url }) => url!.includes('partNumber=2'), instead: slowDown }

  await assert.rejects(storage.put(key, { path }), StorageUnreachable)

  proxy.fault = null
  assert.equal(await storage.open(key), null)
  const { text } = await createS3Client(swift.config).send({
    method: 'GET',
    query: { uploads: '' },
  })
  assert.doesNotMatch(text, /<Upload>/)
})

test('an upload whose last answer is lost is stored', { skip }, async () => {
  const path = storage.temporaryPath('mp4')
  await writeFile(path, randomBytes(9_000_000))
  const key = newKey('media', 'mp4')
  const isLast = ({ method, url }: { method?: string | undefined; url?: string | undefined }) =>
    method === 'POST' && url!.includes('uploadId=')
  proxy.fault = { of: isLast, times: 1, replied: (_reply, response) => response.destroy() }

  await storage.put(key, { path })

  assert.equal((await storage.open(key))?.size, 9_000_000)
})

test('uploads that a crash left are swept after a day', { skip }, async () => {
  const client = createS3Client(swift.config)
  const begin = { method: 'POST', key: newKey('media', 'mp4'), query: { uploads: '' } } as const
  await client.send(begin)
  const left = async () =>
    (await client.send({ method: 'GET', query: { uploads: '' } })).text.includes('<Upload>')

  await sweepUploads(client, Date.now())
  assert.equal(await left(), true)
  await sweepUploads(client, Date.now() + 2 * 86_400_000)
  assert.equal(await left(), false)
})

test('a reader who leaves ends the request to the store', { skip }, async () => {
  const { key } = await stored(5_000_000)
  const closed = new Promise((resolve) => {
    proxy.fault = {
      of: isGet,
      replied({ status, headers, body }, response) {
        response.writeHead(status, headers).write(body.subarray(0, 100_000))
        response.on('close', resolve)
      },
    }
  })

  const stream = (await storage.open(key))!.stream()
  await once(stream, 'readable')
  stream.destroy()

  await closed
})

test('what is wrong with keys, bucket, rights and clock is one line each', { skip }, async () => {
  const line = async (change: Partial<S3Config>) => {
    told = []
    const wrong = await open({ ...swift.config, ...change })
    await assert.rejects(wrong.put(newKey('media', 'png'), Buffer.from('x')), StorageUnreachable)
    assert.equal(told.length, 1)
    assert.ok(!/[\n]|testing/.test(told[0]!), told[0]!)
    return told[0]!
  }

  assert.match(
    await line({ accessKeyId: 'test:nobody' }),
    /InvalidAccessKeyId|AccessDenied|Signature/,
  )
  assert.match(
    await line({ secretAccessKey: 'no' }),
    /SignatureDoesNotMatch: AWS_SECRET_ACCESS_KEY/,
  )
  assert.match(await line({ bucket: 'not-there' }), /NoSuchBucket: there is no bucket not-there/)
  assert.match(
    await line({ accessKeyId: 'test:reader' }),
    /AccessDenied: these keys may not do that; .*s3:PutObject/,
  )
})

test('a clock that is wrong is told as that', { skip }, async () => {
  const client = createS3Client(swift.config, () => Date.now() - 3_600_000)

  await assert.rejects(client.send({ method: 'PUT', key: 'x', body: 'x' }), {
    code: 'RequestTimeTooSkewed',
  })
  await assert.rejects(client.send({ method: 'HEAD', key: 'x' }), { code: 'RequestTimeTooSkewed' })
})

test('files that may not be removed are told, and count as there', { skip }, async () => {
  const { key } = await stored()
  proxy.fault = {
    of: ({ method }) => method === 'POST',
    instead(response) {
      const error = `<Error><Key>${key}</Key><Code>AccessDenied</Code><Message>No</Message></Error>`
      response.writeHead(200).end(`<DeleteResult>${error}</DeleteResult>`)
    },
  }

  await assert.rejects(storage.remove(key), StorageUnreachable)

  assert.match(told[0]!, /DELETE of files: AccessDenied: .*s3:DeleteObject/)
})
