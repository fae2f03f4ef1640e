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
} from '../../errors.ts'
import { buildParams, type Params, UnreadableParams } from './nested-params.ts'
import { UploadedFile } from './uploaded-file.ts'

/** far more than any form has; each costs 20 µs */
const MAX_PARTS = 500
const MAX_FILES = 16

const TOO_EARLY = new BadRequest('The body ended too early')

/** What a multipart body held; whoever gets it removes the files once the response is sent. */
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

/** A part in the order of the body; its value comes once it is read. */
interface Part {
  name: string
  stream: BusboyFileStream
  value: Promise<string | UploadedFile>
}

/**
 * Reads a multipart body. Files go to disk as they come in, so memory stays flat; on failure they
 * are gone again. The source is left open, so that an answer can still be sent.
 *
 * @param limit bytes of the whole body
 * @throws PayloadTooLarge, BadRequest or Unprocessable for what the client did wrong
 * @throws StorageFull if there is no room for the files
 */
export async function readMultipart(
  source: Readable,
  contentType: string,
  limit: number,
): Promise<MultipartBody> {
  const parts: Part[] = []
  const files: UploadedFile[] = []
  try {
    await feed(source, contentType, limit, (name, stream, filename, type) => {
      if (filename === undefined) {
        parts.push({ name, stream, value: readText(stream) })
      } else if (filename === '') {
        // browsers send one like this for a field in which no file was chosen
        stream.resume()
      } else {
        if (files.length === MAX_FILES) throw new UnreadableParams('There are too many files')
        const file = new UploadedFile(filename.replaceAll('\0', ''), type)
        files.push(file)
        parts.push({ name, stream, value: store(stream, file) })
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
    // at once, not when the promise is looked at: pieces that are here already would still be read
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
    // text comes as bytes too: only so can it be told whether it is UTF-8
    isPartAFile: () => true,
    limits: { parts: MAX_PARTS },
  })
}

function readText(stream: Readable): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
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
