import { isUtf8 } from 'node:buffer'
import { createWriteStream } from 'node:fs'
import { finished, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import {
  BadRequest,
  DomainError,
  PayloadTooLarge,
  StorageFull,
  Unprocessable,
} from '../../base/errors.ts'
import { buildParams, type Params, UnreadableParams } from './nested-params.ts'
import { MAX_TEXT_BODY } from './text-limit.ts'
import { UploadedFile } from './uploaded-file.ts'

/** far more than any form has; each costs 20 µs */
const MAX_PARTS = 500
const MAX_FILES = 16

const TOO_EARLY = new BadRequest('The body ended too early')

/** The content of a multipart body; the receiver removes the files once the response is sent. */
export class MultipartBody {
  readonly params: Params
  readonly files: readonly UploadedFile[]

  constructor(params: Params, files: readonly UploadedFile[]) {
    this.params = params
    this.files = files
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.files.map((file) => file[Symbol.asyncDispose]()))
  }
}

/** A part, in the order of the body; its value is pending until it is read. */
interface Part {
  name: string
  stream: BusboyFileStream
  value: Promise<string | UploadedFile>
}

/**
 * Reads a multipart body. Files are streamed to disk, so memory use is constant; on failure they are
 * removed. The source stays open, so that a response can still be sent.
 *
 * @param limit bytes of the whole body
 * @throws PayloadTooLarge, BadRequest or Unprocessable for errors of the client; PayloadTooLarge also for more
 * text than fits into memory (A77)
 * @throws StorageFull if there is no space for the files
 */
export async function readMultipart(
  source: Readable,
  contentType: string,
  limit: number,
): Promise<MultipartBody> {
  const parts: Part[] = []
  const take = (name: string, stream: BusboyFileStream, value: Part['value']): void => {
    // it may fail while the body still arrives, before anybody waits for it (A136)
    value.catch(() => {})
    parts.push({ name, stream, value })
  }
  const files: UploadedFile[] = []
  let textBytes = 0
  const countText = (bytes: number): void => {
    textBytes += bytes
    if (textBytes > MAX_TEXT_BODY) throw new PayloadTooLarge()
  }
  try {
    await feed(source, contentType, limit, (name, stream, filename, type) => {
      if (filename === undefined) {
        take(name, stream, readText(stream, countText))
      } else if (filename === '') {
        // browsers send an empty file name for a field without a chosen file
        stream.resume()
      } else {
        if (files.length === MAX_FILES) throw new UnreadableParams('There are too many files')
        const file = new UploadedFile(filename.replaceAll('\0', ''), type)
        files.push(file)
        take(name, stream, store(stream, file))
      }
    })
    return new MultipartBody(await assemble(parts), files)
  } catch (error) {
    for (const part of parts) part.stream.destroy()
    await Promise.allSettled(parts.map((part) => part.value))
    await new MultipartBody({}, files)[Symbol.asyncDispose]()
    throw toDomainError(error)
  }
}

type OnPart = (
  name: string,
  stream: BusboyFileStream,
  filename: string | undefined,
  type: string,
) => void

function feed(source: Readable, contentType: string, limit: number, onPart: OnPart): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const parser = createParser(contentType)
  const fail = (error: unknown): void => {
    // at once, not when the promise is awaited: chunks that already arrived would still be parsed
    source.unpipe(parser)
    source.resume()
    reject(error)
  }
  parser.on('file', (name: string | undefined, stream, filename, _encoding, type) => {
    stream.on('error', fail)
    try {
      if (name === undefined) stream.resume()
      else onPart(name, stream, filename, type)
    } catch (error) {
      fail(error)
    }
  })
  parser.on('partsLimit', () => fail(new UnreadableParams('There are too many parameters')))
  parser.on('error', fail)
  parser.on('finish', resolve)
  let received = 0
  source.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > limit) fail(new PayloadTooLarge())
  })
  finished(source, { writable: false }, (error) => {
    if (error) fail(TOO_EARLY)
  })
  source.pipe(parser)
  return promise
}

function createParser(contentType: string): BusboyInstance {
  return new Busboy({
    headers: { 'content-type': contentType },
    // text parts come as bytes too, because only bytes can be checked for UTF-8
    isPartAFile: () => true,
    limits: { parts: MAX_PARTS },
  })
}

/** @param count called with the size of each chunk; throws if the total is too large */
function readText(stream: Readable, count: (bytes: number) => void): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => {
    try {
      count(chunk.length)
      chunks.push(chunk)
    } catch (error) {
      stream.destroy(error as Error)
    }
  })
  stream.on('close', () => {
    if (!stream.readableEnded) reject(TOO_EARLY)
  })
  stream.on('end', () => {
    const bytes = Buffer.concat(chunks)
    if (isUtf8(bytes)) resolve(bytes.toString())
    else reject(new UnreadableParams('The body is not UTF-8'))
  })
  return promise
}

async function store(stream: BusboyFileStream, file: UploadedFile): Promise<UploadedFile> {
  await pipeline(stream, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }))
  file.size = stream.bytesRead
  return file
}

async function assemble(parts: Part[]): Promise<Params> {
  const values = await Promise.all(parts.map((part) => part.value))
  const { params, add } = buildParams()
  for (const [index, part] of parts.entries()) add(part.name, values[index])
  return params
}

function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  if (error instanceof UnreadableParams) return new Unprocessable(error.message, { cause: error })
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StorageFull({ cause: error })
  if (syscall !== undefined) return error
  return new BadRequest('The body is malformed', { cause: error })
}
