import type { FastifyRequest } from 'fastify'
import { Unprocessable } from '../errors.ts'
import type { Params } from './body/nested-params.ts'
import { readCookie } from './cookies.ts'

export const SESSION_COOKIE = 'rookery_session'

/**
 * What a request brings: a bearer token, or the value of the session cookie. `foreign`: the page that asks
 * was made for another session, so another account may be behind the cookie by now.
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
 * The browser session, if it may be used for this request: for anything but reading, only with the
 * CSRF token that belongs to it (S-401). Who reads need not bring one, but is held to it.
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
