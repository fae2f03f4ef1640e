import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../kernel/core/app.ts'
import { readCookie, setCookie } from '../../../kernel/http/cookies.ts'
import { ownPath } from '../frame/own-path.ts'
import { goTo, signInAddress, textOf } from '../pages.ts'

const COOKIE = 'rookery_way_back'
/** seconds; after that, the forms of the sign-in page still repeat the path */
const LIFETIME = 1800
/** characters; a longer value may exceed a cookie's limit, so the path stays in the address */
const MOST = 3000

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Redirects to the sign-in page. A cookie holds the return path, so that the address is short. */
export function goToSignIn(
  app: App,
  { reply }: Pick<Exchange, 'reply'>,
  wanted: string,
  force = false,
): FastifyReply {
  const kept = keepWayBack(app, reply, ownPath(wanted))
  return goTo(reply, signInAddress(kept ? null : wanted, force))
}

/** Stores the return path in a cookie. @returns false if it is too long or null */
export function keepWayBack(app: App, reply: FastifyReply, path: string | null): boolean {
  if (path === null) return false
  const value = Buffer.from(path).toString('base64url')
  if (value.length > MOST) return false
  setCookie(reply, COOKIE, value, { secure: app.config.secureCookies, maxAge: LIFETIME })
  return true
}

/** The return path for the sign-in form: from the address, else from the cookie. */
export function wayBack(request: FastifyRequest): string | null {
  const asked = textOf(request.query, 'return_to')
  if (asked !== '') return ownPath(asked)
  return ownPath(Buffer.from(readCookie(request, COOKIE) ?? '', 'base64url').toString())
}

/** Clears the stored return path once it was used. */
export function forgetWayBack(app: App, { request, reply }: Exchange): void {
  if (readCookie(request, COOKIE) === null) return
  setCookie(reply, COOKIE, '', { secure: app.config.secureCookies, maxAge: 0 })
}

/** Whether the browser sends cookies back. */
export function keepsCookies(request: FastifyRequest): boolean {
  return (request.headers.cookie ?? '') !== ''
}
