import type { FastifyRequest } from 'fastify'
import { Unprocessable } from '../base/errors.ts'
import type { Params } from './body/nested-params.ts'
import { readCookie } from './cookies.ts'

export const SESSION_COOKIE = 'rookery_session'

/**
 * The credential of a request: a bearer token, or the value of the session cookie. `foreign`: the requesting page
 * was made for another session, so the cookie may belong to another account by now.
 */
export type Credential = { token: string } | { session: string; foreign?: boolean }

/** The token of the Authorization header, or of a parameter (S-445); null if there is none. */
export function bearerOf(request: FastifyRequest, params: unknown): Credential | null {
  const header = request.headers.authorization
  if (header !== undefined && /^bearer +\S/i.test(header)) return { token: header.slice(7).trim() }
  const { access_token, bearer_token } = (params ?? {}) as Params
  if (typeof access_token === 'string' && access_token !== '') return { token: access_token }
  if (typeof bearer_token === 'string' && bearer_token !== '') return { token: bearer_token }
  return null
}

/**
 * The browser session, if it may be used for this request: writes need the CSRF token of the session (S-401).
 * Reads need not send one, but a token that is sent must match.
 * @throws Unprocessable under `/api/web`, which is for sessions alone (S-404)
 */
export function sessionOf(
  request: FastifyRequest,
  csrfValid: (session: string, token: string) => boolean,
): Credential | null {
  const session = readCookie(request, SESSION_COOKIE)
  if (session === null || session === '') return null
  const token = request.headers['x-csrf-token']
  const isOwn = typeof token === 'string' && csrfValid(session, token)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (reads) return { session, foreign: token !== undefined && !isOwn }
  if (isOwn) return { session }
  if (request.url.startsWith('/api/web/')) {
    throw new Unprocessable("Can't verify CSRF token authenticity.")
  }
  return null
}
