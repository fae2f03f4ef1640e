import type { FastifyReply, FastifyRequest } from 'fastify'
import { Unauthorized } from '../base/errors.ts'
import { type Caller, checkAccess } from './auth.ts'
import type { Params } from './body/nested-params.ts'
import { cacheDocument, cachePage } from './cache-headers.ts'
import type { Credential } from './credentials.ts'
import type { RouteAccess } from './route-access.ts'
import type { RoutePlan } from './route-plan.ts'
import type { Auth } from './routes.ts'

/** Checks of tokens, sessions and modes that the kernel needs; features implement them. */
export interface AccessPolicy {
  /**
   * `unknown`: never issued by this server, or a session that ended; `revoked`: a token that was revoked
   * before the request
   */
  authenticate(credential: Credential): Promise<Auth | 'unknown' | 'revoked'>
  /** whether the CSRF token belongs to the session, both as the browser sent them */
  csrfValid(session: string, token: string): boolean
  /** S-428 */
  requireSignIn(): boolean
  limitedFederation: boolean
  isCounted?: ((request: FastifyRequest) => boolean) | undefined
}

/** Lets a request pass to its route, or throws the error for its response. */
export interface AccessCheck {
  pass(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined
  identify(credential: Credential, request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function createAccessCheck(plan: RoutePlan, policy: AccessPolicy): AccessCheck {
  const { access } = plan
  const pass: AccessCheck['pass'] = (caller, request, reply) => {
    request.auth = typeof caller === 'string' ? null : caller
    const counted = countRequest(plan, request, reply, policy)
    if (counted !== undefined) return counted.then(() => admit(caller, reply))
    admit(caller, reply)
    return undefined
  }
  const admit = (caller: Caller, reply: FastifyReply): void => {
    if (access === null) return
    const closed = isClosed(access, policy)
    checkAccess(access, caller, closed)
    if (plan.cache !== null && !closed) allowCaching(plan, policy, caller, reply)
  }
  return {
    pass,
    async identify(credential, request, reply) {
      const answer = await policy.authenticate(credential)
      const ended = 'session' in credential && typeof answer === 'string'
      if (!ended && 'session' in credential && credential.foreign === true) {
        throw new Unauthorized('This page was made for another session')
      }
      await pass(ended ? 'none' : answer, request, reply)
    },
  }
}

function isClosed({ openWhen }: RouteAccess, policy: AccessPolicy): boolean {
  if (policy.limitedFederation && !openWhen.limitedFederation) return true
  return !openWhen.signInRequired && policy.requireSignIn()
}

function allowCaching(
  plan: RoutePlan,
  policy: AccessPolicy,
  caller: Caller,
  reply: FastifyReply,
): void {
  if (!plan.reads || policy.limitedFederation) return
  if (plan.cache === 'document') cacheDocument(reply)
  else if (caller === 'none' && !policy.requireSignIn()) cachePage(reply)
}

function countRequest(
  plan: RoutePlan,
  request: FastifyRequest,
  reply: FastifyReply,
  policy: AccessPolicy,
) {
  const { limiter } = request.server
  if (limiter === null) return undefined
  if (policy.isCounted?.(request) === true) return limiter.enter(request, reply, [])
  const names = isPaging(request.query as Params) ? plan.pagingBuckets : plan.buckets
  return names.length > 0 ? limiter.enter(request, reply, names) : undefined
}

/** S-048 */
function isPaging({ max_id, min_id, since_id, page }: Params): boolean {
  return Boolean(max_id || min_id || since_id || page)
}
