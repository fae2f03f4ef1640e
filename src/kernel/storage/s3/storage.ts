import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { StorageFull, StorageUnreachable } from '../../base/errors.ts'
import type { S3Config } from '../../base/s3-config.ts'
import { contentTypeOfKey, kinds, parseKey } from '../keys.ts'
import type { ListedFile, MediaStorage, StorableData, StoredFile } from '../storage.ts'
import type { TemporaryFiles } from '../temporary-files.ts'
import { createS3Client, type S3Client } from './client.ts'
import { isFull, S3Failure } from './failure.ts'
import { fileOf, hiddenName, namesBeginWith } from './names.ts'
import { listObjects, removeObjects } from './objects.ts'
import { findObject, readObject } from './read.ts'
import { sweepUploads, uploadBytes, uploadFile } from './upload.ts'

const OWNER = 'owner'

export interface S3StorageOptions {
  /** for files that are being written */
  temporary: TemporaryFiles
  /** the names of hidden files depend on it; asked for at the first need */
  secret: () => Promise<Buffer>
  /** gets one line for the operator */
  onFailure?: (line: string) => void
}

/** Opens a bucket as media storage. It makes no request: a server starts although the store is away. */
export function openS3Storage(config: S3Config, options: S3StorageOptions): MediaStorage {
  const client = createS3Client(config)
  const { temporary } = options
  const report = reporter(options.onFailure)
  const reported = (stream: Readable) =>
    stream.on('error', (error) => {
      if (error instanceof S3Failure) options.onFailure?.(error.message)
    })
  const hidden = async (key: string) => hiddenName(await options.secret(), key)
  return {
    put: (key, data) => report(() => put(client, key, data)),
    async open(key) {
      const file = await report(() => openFile(client, key, hidden))
      return file === null ? null : { ...file, stream: (range) => reported(file.stream(range)) }
    },
    setHidden: (key, isHidden) =>
      report(async () => {
        const names = [assertKey(key), await hidden(key)] as const
        await (isHidden ? move(client, names[0], names[1]) : move(client, names[1], names[0]))
      }),
    remove: (keys) =>
      report(async () => {
        const list = (typeof keys === 'string' ? [keys] : keys).map(assertKey)
        const others = await Promise.all(list.map(hidden))
        await removeObjects(client, [...list, ...others])
      }),
    list: (start = '') => listFiles(client, start, report),
    isOwnedBy: (owner) => report(() => isOwnedBy(client, owner)),
    temporaryPath: temporary.path,
    async sweepTemporary() {
      await temporary.sweep()
      await report(() => sweepUploads(client, Date.now()))
    },
  }
}

type Report = <T>(work: () => Promise<T>) => Promise<T>

/** Turns failures into those that clients may see, and tells the operator. */
function reporter(onFailure: (line: string) => void = () => {}): Report {
  return async (work) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof S3Failure)) throw error
      onFailure(error.message)
      if (isFull(error)) throw new StorageFull({ cause: error })
      throw new StorageUnreachable({ cause: error })
    }
  }
}

async function put(client: S3Client, key: string, data: StorableData): Promise<void> {
  const contentType = contentTypeOfKey(assertKey(key)) ?? 'application/octet-stream'
  if (data instanceof Uint8Array) return uploadBytes(client, { key, contentType }, data)
  await uploadFile(client, { key, contentType }, data.path)
  await rm(data.path)
}

async function openFile(
  client: S3Client,
  key: string,
  hidden: (key: string) => Promise<string>,
): Promise<StoredFile | null> {
  if (parseKey(key) === null) return null
  return (await find(client, key, false)) ?? (await find(client, await hidden(key), true))
}

async function find(client: S3Client, key: string, hidden: boolean): Promise<StoredFile | null> {
  const object = await findObject(client, key)
  if (object === null) return null
  const { size, lastModified } = object
  return {
    size,
    lastModified,
    hidden,
    stream: (range) => readObject(client, object, range),
    async close() {},
  }
}

/** Copies, then removes: after a crash both are there, and doing it again ends it. */
async function move(client: S3Client, from: string, to: string): Promise<void> {
  const { bucket, prefix } = client.config
  const headers = { 'x-amz-copy-source': `/${bucket}/${prefix}${from}` }
  const { status } = await client.send({ method: 'PUT', key: to, headers, accept: [404] })
  if (status !== 404) await removeObjects(client, [from])
}

async function* listFiles(
  client: S3Client,
  start: string,
  report: Report,
): AsyncGenerator<ListedFile> {
  for (const kind of kinds) {
    for (const prefix of namesBeginWith(kind, start)) {
      let page = await report(() => listObjects(client, prefix, null))
      for (;;) {
        for (const { name, size, storedAt } of page.objects) {
          const file = fileOf(name)
          if (file !== null) yield { ...file, size, storedAt }
        }
        const { next } = page
        if (next === null) break
        page = await report(() => listObjects(client, prefix, next))
      }
    }
  }
}

async function isOwnedBy(client: S3Client, owner: string): Promise<boolean> {
  const named = await readOwner(client)
  if (named !== null) return named === owner
  // 409 and 412: somebody else was faster; 501: the store knows no conditions
  const write = { method: 'PUT', key: OWNER, body: owner } as const
  const headers = { 'if-none-match': '*' }
  const { status } = await client.send({ ...write, headers, accept: [409, 412, 501] })
  if (status === 501) await client.send(write)
  return (await readOwner(client)) === owner
}

async function readOwner(client: S3Client): Promise<string | null> {
  const { status, text } = await client.send({ method: 'GET', key: OWNER, accept: [404] })
  return status === 404 ? null : text
}

function assertKey(key: string): string {
  if (parseKey(key) === null) throw new TypeError('Not a storage key')
  return key
}
