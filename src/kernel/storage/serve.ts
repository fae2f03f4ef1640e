import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../base/config.ts'
import { namesTag } from '../base/entity-tags.ts'
import { NotFound } from '../base/errors.ts'
import { contentTypeOf } from './content-types.ts'
import { contentTypeOfKey, parseKey } from './keys.ts'
import { readRange } from './ranges.ts'
import type { ByteRange, MediaStorage } from './storage.ts'

/** Path prefix of `serveMedia`, followed by a storage key. */
const mediaPath = '/system/'

/** Headers that allow a file only to be displayed. */
export const PROTECTED = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The content of a key never changes, so it may be cached for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * Serves GET and HEAD of stored files. The content type comes from the key's extension, never from
 * the upload (A10); any path that is not a key is 404 like a key with no file (A56).
 */
export function serveMedia(
  server: FastifyInstance,
  storage: MediaStorage,
  { mayRead = () => false, elsewhere = null }: ServeOptions = {},
): void {
  server.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `${mediaPath}*`,
    handler: async (request, reply) => {
      const key = request.params['*']
      const evenHidden = mayRead(request.url)
      return evenHidden || elsewhere === null
        ? sendFile(storage, key, request, reply, { evenHidden })
        : sendElsewhere(elsewhere, key, reply)
    },
  })
}

interface ServeOptions {
  /** whether a path with its query may read the file even if it is hidden */
  mayRead?: (target: string) => boolean
  /** base address of the same files, which requests are redirected to; hidden files are not there */
  elsewhere?: string | null
}

/**
 * Where public files are served from, if it is neither this server nor what fetches the files from it: a folder is read
 * by this server alone.
 */
export function servedElsewhere({
  s3,
  mediaBaseUrl,
}: Pick<Config, 's3' | 'mediaBaseUrl'>): string | null {
  return s3 === null ? null : mediaBaseUrl
}

/** Redirects to a file, for as long as an operator may need to change the address again. @throws NotFound */
export function sendElsewhere(base: string, key: string, reply: FastifyReply): FastifyReply {
  if (contentTypeOfKey(key) === null) throw new NotFound()
  reply.headers({ ...PROTECTED, 'cache-control': REDIRECTED })
  return reply.redirect(`${base}/${key}`, 302)
}

const REDIRECTED = 'public, max-age=3600'

interface SendOptions {
  caching?: string
  /** the requester is known to be staff */
  evenHidden?: boolean
}

/** Sends a stored file, or the requested range of it. @throws NotFound */
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
  const isKnown = namesTag(request.headers['if-none-match'], etag)
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
