import type { FastifyReply, FastifyRequest } from 'fastify'
import { MultipartBody } from './body/multipart.ts'
import type { Params } from './body/nested-params.ts'
import { mergeParams } from './body/parsers.ts'
import { bearerOf, sessionOf } from './credentials.ts'
import { checkAddress, putHeaders, readQuery } from './entrance.ts'
import { createGate, type Door } from './gate.ts'
import type { RoutePlan } from './route-plan.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** nobody is known yet, as the token may come with the body */
    awaitsBody: boolean
  }
}

/** The two hooks of a route; a promise if the answer takes a while. */
export interface Admission {
  /** before the body is read */
  enter(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined
  /** once it is read: all parameters become one record */
  enterBody(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined
}

/** A body of which more may come is read for those only who said before who they are. */
const MAX_STRANGERS_BODY = 1 << 20

export function createAdmission(plan: RoutePlan, door: Door): Admission {
  const gate = createGate(plan, door)
  return {
    enter(request, reply) {
      putHeaders(plan, request, reply)
      checkAddress(plan, request)
      readQuery(request)
      if (plan.access !== null) {
        const credential = bearerOf(request, request.query) ?? sessionOf(request, door.csrfValid)
        if (credential !== null) return gate.identify(credential, request, reply)
        request.awaitsBody = mayBringToken(plan, request)
        if (request.awaitsBody) return undefined
      }
      gate.pass('none', request, reply)
      return undefined
    },
    enterBody(request, reply) {
      const { body } = request
      if (body instanceof MultipartBody) removeUploadsAfter(reply, body)
      if (!Buffer.isBuffer(body)) request.body = mergeParams(request.query as Params, body)
      if (!request.awaitsBody) return undefined
      const credential = bearerOf(request, request.body)
      if (credential !== null) return gate.identify(credential, request, reply)
      gate.pass('none', request, reply)
      return undefined
    },
  }
}

function mayBringToken(plan: RoutePlan, request: FastifyRequest): boolean {
  if (plan.reads) return false
  if (plan.maxBody <= MAX_STRANGERS_BODY) return true
  return Number(request.headers['content-length']) <= MAX_STRANGERS_BODY
}

function removeUploadsAfter(reply: FastifyReply, body: MultipartBody): void {
  reply.raw.once('close', () => {
    body[Symbol.asyncDispose]().catch((err: unknown) =>
      reply.log.warn({ requestId: reply.request.id, err }, 'an upload stays'),
    )
  })
}
