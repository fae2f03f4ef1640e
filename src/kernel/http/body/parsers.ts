import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { BadRequest, PayloadTooLarge, Unprocessable } from '../../base/errors.ts'
import type { Server } from '../routes.ts'
import { parseExactly } from './exact-json.ts'
import { parseJson } from './json.ts'
import { MultipartBody, readMultipart } from './multipart.ts'
import { isParams, type Params, parsePairs, UnreadableParams } from './nested-params.ts'

/**
 * Parsers for the bodies of all write calls (S-001). A body of another type, or without a type, counts as
 * empty: the query string may hold all parameters.
 */
export function addBodyParsers(server: Server, defaultLimit: number): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, parseJson(body as Buffer, parseExactly)),
  )
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, parseForm(body as Buffer)),
  )
  server.addContentTypeParser(
    'multipart/form-data',
    (request: FastifyRequest, payload: IncomingMessage) => {
      const limit = request.routeOptions.config.maxBody ?? defaultLimit
      if (Number(request.headers['content-length']) > limit) throw new PayloadTooLarge()
      return readMultipart(payload, request.headers['content-type'] ?? '', limit)
    },
  )
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
}

/**
 * Merges query and body into one record of parameters; the body takes precedence.
 * @throws Unprocessable if the body is JSON other than an object
 */
export function mergeParams(query: Params, body: unknown): Params {
  if (body === undefined || body === null) return query
  const params = body instanceof MultipartBody ? body.params : body
  if (!isParams(params)) throw new Unprocessable('The body must be a JSON object')
  return Object.assign(Object.create(null), query, params)
}

function parseForm(body: Buffer): Params {
  if (!isUtf8(body)) throw new BadRequest('The body is not UTF-8')
  try {
    return parsePairs(body.toString())
  } catch (error) {
    if (error instanceof UnreadableParams) {
      throw new Unprocessable(error.message, { cause: error })
    }
    throw error
  }
}
