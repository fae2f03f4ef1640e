import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfTokenFor, csrfValid } from '../../../features/identity/csrf.ts'
import { randomSecret } from '../../../features/identity/secrets.ts'
import { SESSION_LIFETIME } from '../../../features/identity/sessions.ts'
import { type Authenticate, createAuthenticate } from '../../../features/oauth/authenticate.ts'
import type { App } from '../../../kernel/core/app.ts'
import { readCookie, setCookie } from '../../../kernel/http/cookies.ts'
import { SESSION_COOKIE } from '../../../kernel/http/credentials.ts'
import type { Viewer } from '../../../kernel/http/routes.ts'

/** Ties the forms of a visitor without a session to the browser; a session cookie in the browser's sense. */
const VISITOR_COOKIE = 'rookery_visitor'

/** The person behind a page's request. */
export interface Visitor {
  /** null if no user is signed in, or the user is barred; `barred` of this user is null or `two_factor` */
  user: Viewer | null
  /** set together with `user` */
  sessionId: string | null
  /** a suspended or frozen user, signed in only to read the decision about them */
  barred: { user: Viewer; sessionId: string } | null
  /** value of the session cookie, valid or not */
  cookie: string | null
  /** token for the forms of the page */
  csrfToken: string
}

/** A value that only this browser knows; challenges are tied to it. */
export function browserOf({ csrfToken }: Visitor): string {
  return csrfToken
}

export interface FrontDoor {
  /** Identifies the visitor of a page with forms; may set a cookie. */
  greet(request: FastifyRequest, reply: FastifyReply): Promise<Visitor>
  /** Identifies who is signed in, for a page without forms of its own; sets no cookie. @returns null for everybody else */
  recognize(request: FastifyRequest): Promise<Visitor | null>
  /** Sets the cookie of a session that was started. */
  admit(reply: FastifyReply, cookie: string): void
  /** Removes the session cookie. */
  dismiss(reply: FastifyReply): void
  /** whether a page of this server made the form for this visitor (A53) */
  isOwnForm(request: FastifyRequest, visitor: Visitor): boolean
}

export function createFrontDoor(app: App): FrontDoor {
  const authenticate = createAuthenticate(app)
  const secure = app.config.secureCookies
  const admit: FrontDoor['admit'] = (reply, cookie) =>
    setCookie(reply, SESSION_COOKIE, cookie, { secure, maxAge: SESSION_LIFETIME / 1000 })
  const recognize = async (request: FastifyRequest) => {
    const cookie = readCookie(request, SESSION_COOKIE)
    const known = await findSession(authenticate, cookie)
    if (cookie === null || known === null) return null
    request.readerLanguage = (known.user ?? known.barred?.user)?.locale ?? null
    return { ...known, cookie, csrfToken: csrfTokenFor(app.keys, cookie) }
  }
  return {
    admit,
    dismiss: (reply) => setCookie(reply, SESSION_COOKIE, '', { secure, maxAge: 0 }),
    isOwnForm(request, visitor) {
      const token = formToken(request)
      return token !== '' && csrfValid(app.keys, seedOf(request, visitor), token)
    },
    recognize,
    async greet(request, reply) {
      const known = await recognize(request)
      if (known !== null) {
        admit(reply, known.cookie)
        return known
      }
      const cookie = readCookie(request, SESSION_COOKIE)
      const seed = readCookie(request, VISITOR_COOKIE) ?? randomSecret()
      setCookie(reply, VISITOR_COOKIE, seed, { secure })
      return { ...NOBODY, cookie, csrfToken: csrfTokenFor(app.keys, seed) }
    },
  }
}

const NOBODY = { user: null, sessionId: null, barred: null } as const

type Known = Pick<Visitor, 'user' | 'sessionId' | 'barred'>

async function findSession(
  authenticate: Authenticate,
  cookie: string | null,
): Promise<Known | null> {
  if (cookie === null || cookie === '') return null
  const auth = await authenticate({ session: cookie })
  if (typeof auth === 'string' || auth.user === null || auth.sessionId === null) return null
  const { user, sessionId } = auth
  switch (user.barred) {
    case null:
    // signed in to add a second factor only
    case 'two_factor':
      return { user, sessionId, barred: null }
    case 'suspended':
    case 'disabled':
      return { user: null, sessionId: null, barred: { user, sessionId } }
    default:
      return null
  }
}

/** The cookie value that the visitor's forms are tied to. */
function seedOf(request: FastifyRequest, { user, barred, cookie }: Visitor): string {
  const isKnown = user !== null || barred !== null
  return (isKnown ? cookie : readCookie(request, VISITOR_COOKIE)) ?? ''
}

function formToken(request: FastifyRequest): string {
  const header = request.headers['x-csrf-token']
  if (typeof header === 'string') return header
  const { csrf_token: field } = (request.body ?? {}) as Record<string, unknown>
  return typeof field === 'string' ? field : ''
}
