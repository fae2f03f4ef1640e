import type { FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest, NotFound, Unprocessable } from '../base/errors.ts'
import { parsePairs, UnreadableParams } from './body/nested-params.ts'
import { forbidCaching } from './cache-headers.ts'
import { allowOrigins } from './cors.ts'
import type { RoutePlan } from './route-plan.ts'

/** Sets the headers that every response of a route has, also an error. */
export function putHeaders(plan: RoutePlan, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  if (plan.cors !== null) allowOrigins(reply, plan.cors, request.method)
  if (plan.access !== null) {
    // a document is the same for all callers, or no cache may store it
    if (plan.cache !== 'document') reply.header('vary', 'Authorization')
    forbidCaching(reply)
  }
  if (!plan.api) return
  // also for JSON that is sent as a string
  reply.header('content-type', 'application/json; charset=utf-8')
  if (plan.deprecation !== null) reply.header('deprecation', plan.deprecation)
}

/**
 * @throws NotFound for a format suffix (S-008)
 * @throws BadRequest, Unprocessable for a U+0000, which no database accepts
 */
export function checkAddress(plan: RoutePlan, request: FastifyRequest): void {
  const { url } = request
  if (url.includes('%00')) throw unusable(request, 'A parameter holds a null character')
  if (plan.api && plan.endsInParameter && url.split('?', 1)[0]?.endsWith('.json')) {
    throw new NotFound()
  }
}

/** Parses the query string, which the router leaves as text because it cannot answer an invalid one. */
export function readQuery(request: FastifyRequest): void {
  if (typeof request.query !== 'string') return
  try {
    request.query = parsePairs(request.query)
  } catch (error) {
    if (!(error instanceof UnreadableParams)) throw error
    throw unusable(request, error.message)
  }
}

function unusable(request: FastifyRequest, message: string): Error {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads ? new BadRequest(message) : new Unprocessable(message)
}
