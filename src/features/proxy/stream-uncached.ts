import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { NotFound, Unreachable } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { sniff } from '../../kernel/processing/sniff.ts'
import { fetchPicture } from './fetch.ts'
import type { Source } from './remote-files.ts'
import { MAX_BYTES, makePicture } from './transform.ts'

const FILE_TIMEOUT = 120_000

/** Serves a remote file without caching it, as the disk is full. */
export async function passThrough(
  app: App,
  source: Source,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (source.making === 'file') return streamFile(app, source.url, reply)
  const { original } = await makePicture(await fetchPicture(app, source), source.making)
  return reply.type(original.contentType).send(original.data)
}

/** The type is detected from the first bytes, before the answer starts. */
async function streamFile(app: App, url: string, reply: FastifyReply): Promise<FastifyReply> {
  const through = new PassThrough()
  const started = Promise.withResolvers<string>()
  let known = false
  const sink = async (chunk: Buffer) => {
    if (!known) {
      const format = sniff(chunk)
      if (format === null || format.kind === 'image') throw new NotFound()
      known = true
      started.resolve(format.contentType)
    }
    if (!through.write(chunk)) await new Promise((resolve) => through.once('drain', resolve))
  }
  app.egress
    .download({ url, maxBytes: MAX_BYTES.file, timeoutMs: FILE_TIMEOUT }, sink)
    .then(() => through.end())
    .catch((error) => {
      through.destroy(error)
      started.reject(new Unreachable('The server of the file does not answer', { cause: error }))
    })
  return reply.type(await started.promise).send(through)
}
