import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '../errors.ts'
import { contentTypeOf } from './content-types.ts'
import { parseKey } from './keys.ts'
import { isNotModified, readRange } from './ranges.ts'
import type { ByteRange, MediaStorage } from './storage.ts'

/** Path under which `serveMedia` answers; what follows it is a storage key. */
const mediaPath = '/system/'

/** What keeps a file from being anything but shown. */
export const PROTECTED = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** What a key holds never changes, so it may be kept for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * Answers GET and HEAD of stored files. The content type comes from the key's extension, never from
 * the upload (A10); any path that is not a key is 404 like a key with no file (A56).
 *
 * @param mayRead whether a path with its query leads to a file also if it is hidden
 */
export function serveMedia(
  server: FastifyInstance,
  storage: MediaStorage,
  mayRead: (target: string) => boolean = () => false,
): void {
  server.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `${mediaPath}*`,
    exposeHeadRoute: false,
    handler: (request, reply) =>
      sendFile(storage, request.params['*'], request, reply, {
        evenHidden: mayRead(request.url),
      }),
  })
}

interface SendOptions {
  caching?: string
  /** whoever asks is known to be of the staff */
  evenHidden?: boolean
}

/** Answers with a stored file, in parts where they are asked for. @throws NotFound */
export async function sendFile(
  storage: MediaStorage,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { caching = FOR_EVER, evenHidden = false }: SendOptions = {},
): Promise<FastifyReply> {
  const parsed = parseKey(key)
  const contentType = parsed === null ? null : contentTypeOf(parsed.extension)
  if (parsed === null || contentType === null) throw new NotFound()
  const file = await storage.open(key)
  if (file === null) throw new NotFound()
  if (file.hidden && !evenHidden) {
    await file.close()
    throw new NotFound()
  }
  const etag = `"${parsed.name}"`
  reply.headers({
    ...PROTECTED,
    'accept-ranges': 'bytes',
    'cache-control': file.hidden ? 'private, no-store' : caching,
    etag,
    'last-modified': new Date(file.lastModified).toUTCString(),
  })
  const isKnown = isNotModified(request.headers, etag)
  const isHead = request.method === 'HEAD'
  const range = isHead ? null : readRange(request.headers, etag, file.size)
  if (isKnown || isHead || range === 'unsatisfiable') await file.close()

  if (isKnown) return reply.code(304).send()
  if (range === 'unsatisfiable') {
    const unsatisfied = { 'content-range': `bytes */${file.size}`, 'cache-control': 'no-store' }
    return reply.code(416).headers(unsatisfied).send()
  }
  reply.type(contentType)
  describeBody(reply, file.size, range)
  return reply.send(isHead ? undefined : file.stream(range ?? undefined))
}

function describeBody(reply: FastifyReply, size: number, range: ByteRange | null): void {
  if (range === null) {
    reply.header('content-length', size)
    return
  }
  reply.code(206).headers({
    'content-range': `bytes ${range.start}-${range.end}/${size}`,
    'content-length': range.end - range.start + 1,
  })
}
