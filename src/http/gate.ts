import type { FastifyReply, FastifyRequest } from 'fastify'
import { Unauthorized } from '../errors.ts'
import { type Caller, checkAccess } from './auth.ts'
import type { Params } from './body/nested-params.ts'
import { cacheDocument, cachePage } from './cache-headers.ts'
import type { Credential } from './credentials.ts'
import type { RouteAccess } from './route-access.ts'
import type { RoutePlan } from './route-plan.ts'
import type { Auth } from './routes.ts'

/** What the kernel is told of tokens, sessions and modes by those who know. */
export interface Door {
  /**
   * `unknown`: never given out by this server, or a session that ended; `revoked`: a token that was
   * void before it came
   */
  authenticate(credential: Credential): Promise<Auth | 'unknown' | 'revoked'>
  /** whether the CSRF token belongs to the session, both as the browser sent them */
  csrfValid(session: string, token: string): boolean
  /** S-428 */
  requireSignIn(): boolean
  limitedFederation: boolean
}

/** Lets a request pass to its route, or throws what it is answered instead. */
export interface Gate {
  pass(caller: Caller, request: FastifyRequest, reply: FastifyReply): void
  identify(credential: Credential, request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function createGate(plan: RoutePlan, door: Door): Gate {
  const { access } = plan
  const pass: Gate['pass'] = (caller, request, reply) => {
    request.auth = typeof caller === 'string' ? null : caller
    countRequest(plan, request, reply)
    if (access === null) return
    const closed = isClosed(access, door)
    checkAccess(access, caller, closed)
    if (plan.cache !== null) allowCaching(plan, door, caller, reply)
  }
  return {
    pass,
    async identify(credential, request, reply) {
      const answer = await door.authenticate(credential)
      const ended = 'session' in credential && typeof answer === 'string'
      if (!ended && 'session' in credential && credential.foreign === true) {
        throw new Unauthorized('This page was made for another session')
      }
      pass(ended ? 'none' : answer, request, reply)
    },
  }
}

function isClosed({ openWhen }: RouteAccess, door: Door): boolean {
  if (door.limitedFederation && !openWhen.limitedFederation) return true
  return !openWhen.signInRequired && door.requireSignIn()
}

function allowCaching(plan: RoutePlan, door: Door, caller: Caller, reply: FastifyReply): void {
  if (!plan.reads || door.limitedFederation) return
  if (plan.cache === 'document') cacheDocument(reply)
  else if (caller === 'none' && !door.requireSignIn()) cachePage(reply)
}

function countRequest(plan: RoutePlan, request: FastifyRequest, reply: FastifyReply): void {
  const { limiter } = request.server
  if (limiter === null) return
  const names = isPaging(request.query as Params) ? plan.pagingBuckets : plan.buckets
  if (names.length > 0) limiter.enter(request, reply, names)
}

/** S-048 */
function isPaging({ max_id, min_id, since_id, page }: Params): boolean {
  return Boolean(max_id || min_id || since_id || page)
}
