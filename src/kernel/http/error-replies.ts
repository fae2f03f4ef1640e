import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  BadRequest,
  DomainError,
  NotFound,
  PayloadTooLarge,
  StorageFull,
  TooManyRequests,
  Unauthorized,
} from '../base/errors.ts'
import { forbidCaching } from './cache-headers.ts'
import { lingerAfter } from './lingering-close.ts'
import { wordsOfError } from './locale.ts'
import { type PageOptions, pageHeaders } from './page-headers.ts'

/** Renders the page that a browser gets instead of a JSON error. */
export type ErrorPage = (
  request: FastifyRequest,
  status: number,
  message: string,
) => Promise<{ document: string; options?: PageOptions }>

export interface ErrorReplies {
  /** answers any thrown error: `{ "error": … }` with its status, and 500 for a bug */
  handle(error: unknown, request: FastifyRequest, reply: FastifyReply): void
  /** answers an address without a route (S-034) */
  notFound(request: FastifyRequest, reply: FastifyReply): void
}

/** seconds after which a temporary failure is worth a retry */
const PASSING = 10

const NO_ROUTE = 'This address does not exist'

/**
 * @param clock ms since 1970
 * @param page for browsers outside of `/api`; without it they get JSON too
 * @param isForWriter whether an error means that another process answers the request
 */
export function errorReplies(
  clock: () => number,
  page: ErrorPage | undefined,
  isForWriter: (error: unknown) => boolean = () => false,
): ErrorReplies {
  const answer = (error: DomainError, request: FastifyRequest, reply: FastifyReply): void => {
    if (!request.raw.complete) lingerAfter(request.raw)
    reply.code(error.statusCode)
    reply.header('x-request-id', request.id)
    forbidCaching(reply)
    if (error instanceof TooManyRequests) {
      const seconds = Math.ceil((error.retryAt - clock()) / 1000)
      reply.header('retry-after', Math.max(seconds, 1))
    }
    if (error.statusCode === 503) reply.header('retry-after', PASSING)
    if (error instanceof Unauthorized) reply.header('www-authenticate', challenge(error.message))
    if (page === undefined || !wantsPage(request)) {
      sendJson(reply, error, request)
      return
    }
    Promise.try(page, request, error.statusCode, error.message).then(
      ({ document, options }) => {
        pageHeaders(reply, options)
        reply.send(document)
      },
      (failure: unknown) => {
        log(failure, null, request)
        sendJson(reply, error, request)
      },
    )
  }
  return {
    handle(thrown, request, reply) {
      if (isForWriter(thrown)) {
        request.isElsewhere = true
        reply.send()
        return
      }
      const error = toDomainError(thrown)
      if (error === null || error.statusCode >= 500) log(thrown, error, request)
      answer(error ?? new DomainError(500, 'Something went wrong on this server'), request, reply)
    },
    notFound: (request, reply) => answer(new NotFound(NO_ROUTE), request, reply),
  }
}

function sendJson(reply: FastifyReply, error: DomainError, request: FastifyRequest): void {
  const { message, body } = error.inLanguage(wordsOfError(request).messages)
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.send(JSON.stringify({ error: message, ...body }))
}

function log(err: unknown, known: DomainError | null, request: FastifyRequest): void {
  const { id: requestId, method, routeOptions } = request
  const where = { requestId, err, method, route: routeOptions.url }
  if (known === null) request.log.error(where, 'a request failed')
  else request.log.warn(where, 'a request could not be served')
}

function challenge(message: string): string {
  const description = message.replace(/[^\x20-\x7e]|["\\]/g, '')
  return `Bearer realm="Rookery", error="invalid_token", error_description="${description}"`
}

function wantsPage(request: FastifyRequest): boolean {
  if (/^\/api(\/|$|\?)/.test(request.url)) return false
  return request.headers.accept?.includes('text/html') === true
}

/** @returns null for a bug */
function toDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  const { code = '', statusCode = 500 } = error as FastifyError
  if (code === 'ENOSPC') return new StorageFull({ cause: error })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new PayloadTooLarge()
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new DomainError(415, 'The content type is malformed', { cause: error })
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return new BadRequest('The body is not as long as it says', { cause: error })
  }
  if (code === 'FST_ERR_BAD_URL') return new BadRequest('The address is malformed')
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new NotFound(NO_ROUTE)
  if (statusCode >= 500) return null
  return new BadRequest('The request could not be read', { cause: error })
}
