import type { FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest, Unauthorized } from '../base/errors.ts'
import { type AccessPolicy, createAccessCheck } from './access-check.ts'
import { MultipartBody } from './body/multipart.ts'
import type { Params } from './body/nested-params.ts'
import { mergeParams } from './body/parsers.ts'
import { readCookie } from './cookies.ts'
import { bearerOf, SESSION_COOKIE, sessionOf } from './credentials.ts'
import { checkAddress, putHeaders, readQuery } from './reply-headers.ts'
import type { RoutePlan } from './route-plan.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the caller is not known yet, as the token may be in the body */
    awaitsBody: boolean
  }
}

/** The two hooks of a route; each returns a promise if it has to wait. */
export interface RouteHooks {
  /** before the body is read */
  beforeBody(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined
  /** after the body is read: all parameters become one record */
  afterBody(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined
}

/** Limit for callers that are not authenticated yet; larger bodies are read only for known callers. */
const MAX_STRANGERS_BODY = 1 << 20

export function createRouteHooks(plan: RoutePlan, policy: AccessPolicy): RouteHooks {
  const accessCheck = createAccessCheck(plan, policy)
  return {
    beforeBody(request, reply) {
      putHeaders(plan, request, reply)
      checkAddress(plan, request)
      readQuery(request)
      if (plan.access !== null) {
        const credential = bearerOf(request, request.query) ?? sessionOf(request, policy.csrfValid)
        if (credential !== null) return accessCheck.identify(credential, request, reply)
        request.awaitsBody = mayBringToken(plan, request)
        if (request.awaitsBody) return undefined
      } else if (!plan.reads && !fitsStranger(plan, request)) {
        return demandSession(policy, request).then(() => accessCheck.pass('none', request, reply))
      }
      return accessCheck.pass('none', request, reply)
    },
    afterBody(request, reply) {
      const { body } = request
      if (body instanceof MultipartBody) {
        // whoever sent it has gone meanwhile, and nothing tells of that any more
        if (reply.raw.closed) return refuseGone(body)
        removeUploadsAfter(reply, body)
      }
      if (!Buffer.isBuffer(body)) request.body = mergeParams(request.query as Params, body)
      if (!request.awaitsBody) return undefined
      const credential = bearerOf(request, request.body)
      if (credential !== null) return accessCheck.identify(credential, request, reply)
      return accessCheck.pass('none', request, reply)
    },
  }
}

function mayBringToken(plan: RoutePlan, request: FastifyRequest): boolean {
  return !plan.reads && fitsStranger(plan, request)
}

function fitsStranger(plan: RoutePlan, request: FastifyRequest): boolean {
  if (plan.maxBody <= MAX_STRANGERS_BODY) return true
  return Number(request.headers['content-length']) <= MAX_STRANGERS_BODY
}

/**
 * Forms of pages are checked after they are read; large ones are read only for signed-in browsers (A77).
 * @throws Unauthorized
 */
async function demandSession(policy: AccessPolicy, request: FastifyRequest): Promise<void> {
  const session = readCookie(request, SESSION_COOKIE)
  const answer = session ? await policy.authenticate({ session }) : 'unknown'
  if (typeof answer === 'string') throw new Unauthorized('Please sign in first')
}

/** @throws BadRequest which nobody reads */
async function refuseGone(body: MultipartBody): Promise<void> {
  await body[Symbol.asyncDispose]()
  throw new BadRequest('The body ended too early')
}

function removeUploadsAfter(reply: FastifyReply, body: MultipartBody): void {
  reply.raw.once('close', () => {
    body[Symbol.asyncDispose]().catch((err: unknown) =>
      reply.log.warn({ requestId: reply.request.id, err }, 'an upload stays'),
    )
  })
}
