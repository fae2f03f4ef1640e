import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { DAY } from '../../base/durations.ts'
import type { S3Client } from './client.ts'
import { refused, S3Failure } from './failure.ts'
import { sha256 } from './sign.ts'
import { element, elements, parent, textOf } from './xml.ts'

/** Metadata that `read.ts` checks the bytes against; a store's ETag is no checksum of a file in parts. */
export const CHECKSUM = 'x-amz-meta-sha256'

const MB = 1024 * 1024
/** bytes of a part in memory; larger files are sent in parts */
const PART = 8 * MB
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html: there may be 10,000 */
const MAX_PARTS = 9_000
/** ms; no upload takes longer */
const ABANDONED = DAY

export interface Upload {
  key: string
  contentType: string
  /** ends the upload between two parts of a large file */
  signal?: AbortSignal
}

/** Stores bytes in one request; the store refuses them if they arrive changed. */
export async function uploadBytes(
  client: S3Client,
  { key, contentType }: Upload,
  data: Uint8Array,
): Promise<void> {
  const headers = { 'content-type': contentType, [CHECKSUM]: sha256(data) }
  await client.send({ method: 'PUT', key, headers, body: data })
}

/** Stores a local file, in parts if it is large: one part is in memory at a time. */
export async function uploadFile(client: S3Client, upload: Upload, path: string): Promise<void> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  // awaited here: else a refusal that comes while the file is closed is handled by nobody
  if (size <= PART) return await uploadBytes(client, upload, await readPart(file, 0, size))
  const { key, contentType } = upload
  const headers = { 'content-type': contentType, [CHECKSUM]: await checksumOf(path) }
  const started = await client.send({ method: 'POST', key, query: { uploads: '' }, headers })
  const uploadId = textOf(started.text, 'UploadId')
  if (uploadId === null) throw refused(client.config, 'POST of a file', started, Date.now())
  try {
    const sending = { key, uploadId, signal: upload.signal }
    const parts = await sendParts(client, sending, file, size)
    upload.signal?.throwIfAborted()
    await complete(client, { key, uploadId }, parts, size)
  } catch (error) {
    // else the sweep does it
    const abort = { method: 'DELETE', key, query: { uploadId }, attempts: 1 } as const
    await client.send(abort).catch(() => {})
    throw error
  }
}

interface Started {
  key: string
  uploadId: string
}

async function sendParts(
  client: S3Client,
  { key, uploadId, signal }: Started & { signal: AbortSignal | undefined },
  file: FileHandle,
  size: number,
): Promise<string[]> {
  const length = Math.max(PART, Math.ceil(size / MAX_PARTS))
  const tags: string[] = []
  for (let at = 0; at < size; at += length) {
    signal?.throwIfAborted()
    const query = { partNumber: String(tags.length + 1), uploadId }
    const body = await readPart(file, at, Math.min(length, size - at))
    const { headers } = await client.send({ method: 'PUT', key, query, body })
    tags.push(String(headers.etag))
  }
  return tags
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html */
async function complete(client: S3Client, started: Started, tags: string[], size: number) {
  const { key, uploadId } = started
  const parts = tags.map((tag, at) =>
    parent('Part', element('PartNumber', String(at + 1)) + element('ETag', tag)),
  )
  const body = parent('CompleteMultipartUpload', parts.join(''))
  try {
    await client.send({ method: 'POST', key, query: { uploadId }, body })
  } catch (error) {
    // an earlier attempt may have succeeded, and its answer got lost
    if (!(error instanceof S3Failure) || error.code !== 'NoSuchUpload') throw error
    const { headers } = await client.send({ method: 'HEAD', key })
    if (Number(headers['content-length']) !== size) throw error
  }
}

async function readPart(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead !== length) throw new Error('The file changed while it was stored')
  return buffer
}

async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** Ends uploads that a crash interrupted: their parts cost room, and nobody sees them. */
export async function sweepUploads(client: S3Client, now: number): Promise<void> {
  const { prefix } = client.config
  const answer = await client.send({ method: 'GET', query: { uploads: '', prefix } })
  for (const upload of elements(answer.text, 'Upload')) {
    const key = textOf(upload, 'Key')
    const uploadId = textOf(upload, 'UploadId')
    const begun = Date.parse(textOf(upload, 'Initiated') ?? '')
    if (key === null || uploadId === null || !(begun < now - ABANDONED)) continue
    const abort = { method: 'DELETE', key: key.slice(prefix.length), query: { uploadId } } as const
    await client.send({ ...abort, accept: [404] })
  }
}
