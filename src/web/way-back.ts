import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { readCookie, setCookie } from '../http/cookies.ts'
import { ownPath } from './own-path.ts'
import { goTo, signInAddress, textOf } from './pages.ts'

const COOKIE = 'rookery_way_back'
/** seconds; the forms of the sign-in page carry the path on */
const LIFETIME = 1800
/** characters; a longer value might be too much for a cookie: the path stays in the address */
const MOST = 3000

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Leads to the sign-in page, whose address is bare: the way back is in a cookie. */
export function goToSignIn(
  app: App,
  { reply }: Pick<Exchange, 'reply'>,
  wanted: string,
  force = false,
): FastifyReply {
  const kept = keepWayBack(app, reply, ownPath(wanted))
  return goTo(reply, signInAddress(kept ? null : wanted, force))
}

/** @returns whether a cookie can hold the path */
export function keepWayBack(app: App, reply: FastifyReply, path: string | null): boolean {
  if (path === null) return false
  const value = Buffer.from(path).toString('base64url')
  if (value.length > MOST) return false
  setCookie(reply, COOKIE, value, { secure: app.config.secureCookies, maxAge: LIFETIME })
  return true
}

/** The way back of a page before the sign-in form: the address says it, or the cookie. */
export function wayBack(request: FastifyRequest): string | null {
  const asked = textOf(request.query, 'return_to')
  if (asked !== '') return ownPath(asked)
  return ownPath(Buffer.from(readCookie(request, COOKIE) ?? '', 'base64url').toString())
}

/** Forgets the way back: somebody goes it. */
export function forgetWayBack(app: App, { request, reply }: Exchange): void {
  if (readCookie(request, COOKIE) === null) return
  setCookie(reply, COOKIE, '', { secure: app.config.secureCookies, maxAge: 0 })
}

/** Whether the browser has shown that it keeps cookies. */
export function keepsCookies(request: FastifyRequest): boolean {
  return (request.headers.cookie ?? '') !== ''
}
