import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { DomainError, NotFound, Unreachable } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { sniff } from '../../kernel/processing/sniff.ts'
import { checkStatus, fetchPicture } from './fetch.ts'
import type { Source } from './remote-files.ts'
import type { InSlot } from './slots.ts'
import { MAX_BYTES, makePicture } from './transform.ts'

const FILE_TIMEOUT = 120_000

/** Serves a remote file without caching it, as the disk is full. */
export async function passThrough(
  app: App,
  source: Source,
  reply: FastifyReply,
  inSlot: InSlot,
): Promise<FastifyReply> {
  const { making, url } = source
  if (making === 'file') return streamFile(app, url, reply)
  const { original } = await inSlot(source, async (timed) =>
    makePicture(await fetchPicture(app, source, timed), making),
  )
  return reply.type(original.contentType).send(original.data)
}

/** The type is detected from the first bytes, before the answer starts. */
async function streamFile(app: App, url: string, reply: FastifyReply): Promise<FastifyReply> {
  const through = new PassThrough()
  // as long as the answer has not started nobody else listens
  through.on('error', () => {})
  const started = Promise.withResolvers<string>()
  let known = false
  const sink = async (chunk: Buffer) => {
    if (!known) {
      const format = sniff(chunk)
      if (format === null || format.kind === 'image') {
        started.reject(new NotFound())
        throw new Error('It is no recording')
      }
      known = true
      started.resolve(format.contentType)
    }
    await write(through, chunk)
  }
  const passOn = async () => {
    try {
      const file = { url, maxBytes: MAX_BYTES.file, timeoutMs: FILE_TIMEOUT }
      const { status } = await app.egress.download(file, sink)
      checkStatus(status, url)
      // nothing came
      started.reject(new NotFound())
      through.end()
    } catch (error) {
      through.destroy(error as Error)
      const text = 'The server of the file does not answer'
      started.reject(error instanceof DomainError ? error : new Unreachable(text, { cause: error }))
    }
  }
  void passOn()
  return reply.type(await started.promise).send(through)
}

/** @throws Error if nobody reads it any more */
async function write(through: PassThrough, chunk: Buffer): Promise<void> {
  if (!through.destroyed && !through.write(chunk)) {
    await new Promise((resolve) => through.once('drain', resolve).once('close', resolve))
  }
  if (through.destroyed) throw new Error('The reader has gone')
}
