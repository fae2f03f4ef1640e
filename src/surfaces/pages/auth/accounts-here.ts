import type { FastifyReply, FastifyRequest } from 'fastify'
import { endSession, SESSION_LIFETIME } from '../../../features/identity/sessions.ts'
import { loadSessionUsers } from '../../../features/oauth/authenticate.ts'
import type { App } from '../../../kernel/core/app.ts'
import { readCookie, setCookie } from '../../../kernel/http/cookies.ts'
import type { Viewer } from '../../../kernel/http/routes.ts'
import type { FrontDoor } from '../frame/visitor.ts'
import type { Call } from '../pages.ts'

/**
 * Names the sessions of all accounts that are signed in in this browser, the current one included; set only when there
 * are several. It counts only if it names the session in the session cookie: an attacker who plants a list does not
 * know that value.
 */
const COOKIE = 'rookery_accounts'
/** accounts that may be signed in in one browser */
export const MOST_ACCOUNTS = 8
/** format of `randomSecret` */
const SESSION = /^[\w-]{43}$/

/** An account that is signed in in this browser. */
export interface AccountHere {
  user: Viewer
  /** value of its session cookie */
  cookie: string
}

/**
 * The accounts of this browser whose sessions are still valid and that may sign in, in the order of their sign-in.
 *
 * @param current value of the session cookie
 */
export async function loadAccountsHere(
  app: App,
  request: FastifyRequest,
  current: string | null,
): Promise<AccountHere[]> {
  const cookies = sessionsNamed(request, current)
  const users = await loadSessionUsers(app, cookies)
  return cookies.flatMap((cookie) => {
    const user = users.get(cookie)
    return user === undefined || !isLetIn(user) ? [] : [{ user, cookie }]
  })
}

/** Values of session cookies as the browser sent them, valid or not. */
function sessionsNamed(request: FastifyRequest, current: string | null): string[] {
  if (current === null || current === '') return []
  const named = (readCookie(request, COOKIE) ?? '').split('.').filter((one) => SESSION.test(one))
  const cookies = [...new Set(named)].slice(0, MOST_ACCOUNTS)
  return cookies.includes(current) ? cookies : [current]
}

/** Whether the account may be signed in. Suspended and frozen accounts may, to read the decision about them. */
function isLetIn({ barred }: Viewer): boolean {
  return barred !== 'unconfirmed' && barred !== 'unapproved'
}

/** Whether a form or address adds an account beside the current one. */
export function isAdding(given: unknown): boolean {
  return (given as Record<string, unknown> | null)?.add === '1'
}

/**
 * Decides which sessions of this browser stay when a user signs in. Without `add` the current session ends; with `add`
 * all stay, except a session of the same user. No user has two sessions in one browser.
 */
export async function divideSessions(
  app: App,
  { request, visitor }: Call,
  userId: string,
): Promise<{ kept: string[]; ended: string[] }> {
  const here = await loadAccountsHere(app, request, visitor.cookie)
  const stays = ({ user, cookie }: AccountHere) =>
    user.userId !== userId && (cookie !== visitor.cookie || isAdding(request.body))
  const kept = here.filter(stays).map(({ cookie }) => cookie)
  // a page warned that the browser is full; signing in all the same ends the oldest session
  const within = kept.slice(-(MOST_ACCOUNTS - 1))
  const ended = here.map(({ cookie }) => cookie).filter((cookie) => !within.includes(cookie))
  return { kept: within, ended }
}

/** Stores the list of sessions in the browser; a single session needs no list. */
export function rememberSessions(app: App, reply: FastifyReply, cookies: readonly string[]): void {
  const { secureCookies: secure } = app.config
  const several = cookies.length > 1
  const maxAge = several ? SESSION_LIFETIME / 1000 : 0
  setCookie(reply, COOKIE, several ? cookies.join('.') : '', { secure, maxAge })
}

/**
 * Ends the current session, or the sessions of all accounts here. The browser continues with the account that signed
 * in last among the remaining ones.
 *
 * @returns the account that the browser continues with, or null if none is left
 */
export async function leaveAccount(
  app: App,
  door: FrontDoor,
  { request, reply, visitor }: Call,
  { all = false } = {},
): Promise<Viewer | null> {
  const { cookie: current } = visitor
  const here = await loadAccountsHere(app, request, current)
  const left = all ? [] : here.filter(({ cookie }) => cookie !== current)
  const ended = all ? here.map(({ cookie }) => cookie) : []
  await app.transact(async (tx) => {
    for (const cookie of new Set([...ended, current])) {
      if (cookie !== null) await endSession(tx, cookie)
    }
  })
  const next = left.at(-1)
  if (next === undefined) door.dismiss(reply)
  else door.admit(reply, next.cookie)
  rememberSessions(
    app,
    reply,
    left.map(({ cookie }) => cookie),
  )
  return next?.user ?? null
}
