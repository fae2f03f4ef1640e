import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { NotFound } from '../base/errors.ts'
import { readCookie } from './cookies.ts'
import { SESSION_COOKIE } from './credentials.ts'
import type { RoutePlan } from './route-plan.ts'

/** Runs the handler of a request whose reader may see what is some seconds old. */
export type AsVisitor = <T>(work: () => T) => T

/**
 * Decides from which database server a request reads: visitors read from the replica, whoever is signed in or has a token
 * reads from the primary and sees what they just wrote.
 */
export function forVisitors(
  plan: RoutePlan,
  handler: RouteHandlerMethod,
  asVisitor: AsVisitor,
): RouteHandlerMethod {
  return function answer(request, reply) {
    const run = () => handler.call(this, request, reply)
    if (!isVisitor(plan, request)) return run()
    const answer = asVisitor(run)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error) => {
      // the link to a new post may be faster than the replica
      if (error instanceof NotFound) return run()
      throw error
    })
  }
}

function isVisitor({ access }: RoutePlan, request: FastifyRequest): boolean {
  if (access !== null) return request.auth === null
  return !readCookie(request, SESSION_COOKIE)
}
