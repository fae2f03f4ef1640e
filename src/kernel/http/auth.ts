import type { FastifyRequest } from 'fastify'
import { Forbidden, Unauthorized, Unprocessable } from '../base/errors.ts'
import type { RouteAccess } from './route-access.ts'
import type { Auth, Viewer } from './routes.ts'
import { covers } from './scopes.ts'

const NEEDS_USER = 'This method requires an authenticated user'

const BARRED = {
  unconfirmed: 'Your login is missing a confirmed e-mail address',
  unapproved: 'Your login is currently pending approval',
  disabled: 'Your login is currently disabled',
  suspended: 'Your login is currently suspended',
  two_factor: 'Your login is missing a second factor, which your role demands',
} as const

/** The caller of a request by its token or session; `none` if it has neither. */
export type Caller = Auth | 'none' | 'unknown' | 'revoked'

/**
 * The user of the request.
 * @throws Unauthorized or Unprocessable (S-025) if there is none: routes that need a user never get here
 */
export function viewerOf(request: FastifyRequest): Viewer {
  if (request.auth === null) throw new Unauthorized(NEEDS_USER)
  if (request.auth.user === null) throw new Unprocessable(NEEDS_USER)
  return request.auth.user
}

/** Account id of the caller, or null for anonymous callers and applications. */
export function viewerIdOf(request: FastifyRequest): string | null {
  return request.auth?.user?.id ?? null
}

/**
 * The rules of S-023 to S-029, S-180, S-402, S-411, S-426 and S-428: deny by default.
 * @param closed whether all callers must be signed in
 * @throws Unauthorized, Forbidden or Unprocessable
 */
export function checkAccess(access: RouteAccess, caller: Caller, closed: boolean): void {
  if (caller === 'revoked') throw new Unauthorized('The access token was revoked')
  const auth = typeof caller === 'string' ? null : caller
  if (closed && auth?.user == null) throw new Unauthorized(NEEDS_USER)
  if (auth === null) {
    if (access.optional) return
    if (access.admin && caller === 'none') throw new Forbidden()
    throw new Unauthorized()
  }
  if (access.scopes !== null && !access.scopes.some((scope) => covers(auth.scopes, scope))) {
    throw new Forbidden('This action is outside the authorized scopes')
  }
  if (auth.user !== null) {
    checkBarred(access, auth.user)
    checkPermitted(access, auth.user)
  } else if (!access.optional && !access.appToken) throw new Unprocessable(NEEDS_USER)
}

function checkPermitted(access: RouteAccess, { permissions }: Viewer): void {
  if (access.permissions === 0 || (permissions & access.permissions) !== 0) return
  throw new Forbidden('This action is not allowed')
}

function checkBarred(access: RouteAccess, { barred }: Viewer): void {
  if (barred === null) return
  const passing = barred === 'unconfirmed' || barred === 'unapproved'
  if (passing && (access.optional || access.unconfirmed)) return
  throw new Forbidden(BARRED[barred])
}
