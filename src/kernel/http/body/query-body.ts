import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PayloadTooLarge } from '../../base/errors.ts'
import { forbidCaching } from '../cache-headers.ts'
import { parseExactly } from './exact-json.ts'
import { parseJson } from './json.ts'
import type { Params } from './nested-params.ts'
import { mergeParams } from './parsers.ts'

/** bytes: many times the length of a URL */
const MAX_BODY = 64 * 1024

/**
 * Adds the JSON body of a GET request to its query, as Mastodon.py sends lists (S-554). Shared caches may not
 * store such a response, as their key is the URL alone.
 *
 * @returns undefined at once if there is no such body, as in nearly all requests
 */
export function readQueryBody(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | undefined {
  const type = request.headers['content-type']
  if (type === undefined || !/^application\/json\s*(;|$)/i.test(type)) return undefined
  forbidCaching(reply)
  return bytesOf(request.raw).then((body) => {
    request.query = mergeParams(request.query as Params, parseJson(body, parseExactly))
  })
}

function bytesOf(source: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  source.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > MAX_BODY) reject(new PayloadTooLarge())
    else chunks.push(chunk)
  })
  source.on('end', () => resolve(Buffer.concat(chunks)))
  source.on('error', reject)
  return promise
}
