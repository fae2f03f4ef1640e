import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { readCookie, setCookie } from '../http/cookies.ts'
import type { Viewer } from '../http/routes.ts'
import { loadSessionUsers } from '../oauth/authenticate.ts'
import { endSession, SESSION_LIFETIME } from '../oauth/sessions.ts'
import type { Call } from './pages.ts'
import type { FrontDoor } from './visitor.ts'

/**
 * The sessions of all accounts that are signed in in this browser, the current one among them; set once there
 * are several. It counts only beside a session cookie that it names: who plants a list does not know that.
 */
const COOKIE = 'rookery_accounts'
/** how many may be signed in in one browser */
export const MOST_ACCOUNTS = 8
/** as `randomSecret` makes them */
const SESSION = /^[\w-]{43}$/

/** One of the accounts that are signed in in this browser. */
export interface AccountHere {
  user: Viewer
  /** value of its session cookie */
  cookie: string
}

/**
 * The accounts of this browser, in the order in which they came: those whose sessions are still good, and who
 * are let in.
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

/** Values of session cookies as the browser sent them, whether they are still good or not. */
function sessionsNamed(request: FastifyRequest, current: string | null): string[] {
  if (current === null || current === '') return []
  const named = (readCookie(request, COOKIE) ?? '').split('.').filter((one) => SESSION.test(one))
  const cookies = [...new Set(named)].slice(0, MOST_ACCOUNTS)
  return cookies.includes(current) ? cookies : [current]
}

/** Who is suspended or frozen is, too: to see why. */
function isLetIn({ barred }: Viewer): boolean {
  return barred !== 'unconfirmed' && barred !== 'unapproved'
}

/** Whether somebody else is to be signed in beside who is. */
export function isAdding(given: unknown): boolean {
  return (given as Record<string, unknown> | null)?.add === '1'
}

/**
 * What becomes of the sessions of this browser when a user signs in: without `add` the current one ends, with
 * it all stay but one of the same user. Nobody has two sessions in one browser.
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
  // there is a page that says so before; who goes on past it lets go of the oldest
  const within = kept.slice(-(MOST_ACCOUNTS - 1))
  const ended = here.map(({ cookie }) => cookie).filter((cookie) => !within.includes(cookie))
  return { kept: within, ended }
}

/** Tells the browser which sessions it has; one alone needs no list. */
export function rememberSessions(app: App, reply: FastifyReply, cookies: readonly string[]): void {
  const { secureCookies: secure } = app.config
  const several = cookies.length > 1
  const maxAge = several ? SESSION_LIFETIME / 1000 : 0
  setCookie(reply, COOKIE, several ? cookies.join('.') : '', { secure, maxAge })
}

/**
 * Ends the current session, or those of all accounts here; the browser goes on with the one that came last
 * of those that are left.
 *
 * @returns who it goes on with, or null if nobody is left
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
