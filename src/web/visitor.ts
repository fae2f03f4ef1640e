import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { readCookie, setCookie } from '../http/cookies.ts'
import { SESSION_COOKIE } from '../http/credentials.ts'
import type { Viewer } from '../http/routes.ts'
import { type Authenticate, createAuthenticate } from '../oauth/authenticate.ts'
import { csrfTokenFor, csrfValid } from '../oauth/csrf.ts'
import { randomSecret } from '../oauth/secrets.ts'
import { SESSION_LIFETIME } from '../oauth/sessions.ts'

/** Holds the forms of those who are not signed in together; it ends with the browser. */
const VISITOR_COOKIE = 'rookery_visitor'

/** Who looks at a page. */
export interface Visitor {
  /** null if nobody is signed in, or may not be; `barred` is null or `two_factor` */
  user: Viewer | null
  /** set together with `user` */
  sessionId: string | null
  /** who is suspended or frozen and signed in all the same: to see why, and to nothing else */
  barred: { user: Viewer; sessionId: string } | null
  /** value of the session cookie, whether it is still good or not */
  cookie: string | null
  /** what the forms of the page carry */
  csrfToken: string
}

/** What only this browser can know: what it is asked to answer is tied to it. */
export function browserOf({ csrfToken }: Visitor): string {
  return csrfToken
}

export interface FrontDoor {
  /** Finds out who looks at a page that has forms; may set a cookie. */
  greet(request: FastifyRequest, reply: FastifyReply): Promise<Visitor>
  /** Lets the browser be signed in: sets the cookie of a session that was started. */
  admit(reply: FastifyReply, cookie: string): void
  /** Makes the browser forget its session. */
  dismiss(reply: FastifyReply): void
  /** whether the form was made for this visitor by a page of ours (A53) */
  isOwnForm(request: FastifyRequest, visitor: Visitor): boolean
}

export function createFrontDoor(app: App): FrontDoor {
  const authenticate = createAuthenticate(app)
  const secure = app.config.secureCookies
  const admit: FrontDoor['admit'] = (reply, cookie) =>
    setCookie(reply, SESSION_COOKIE, cookie, { secure, maxAge: SESSION_LIFETIME / 1000 })
  return {
    admit,
    dismiss: (reply) => setCookie(reply, SESSION_COOKIE, '', { secure, maxAge: 0 }),
    isOwnForm(request, visitor) {
      const token = formToken(request)
      return token !== '' && csrfValid(app.keys, seedOf(request, visitor), token)
    },
    async greet(request, reply) {
      const cookie = readCookie(request, SESSION_COOKIE)
      const known = await findSession(authenticate, cookie)
      if (cookie !== null && known !== null) {
        admit(reply, cookie)
        return { ...known, cookie, csrfToken: csrfTokenFor(app.keys, cookie) }
      }
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
    // let in to add a second factor, and to nothing else
    case 'two_factor':
      return { user, sessionId, barred: null }
    case 'suspended':
    case 'disabled':
      return { user: null, sessionId: null, barred: { user, sessionId } }
    default:
      return null
  }
}

/** What the visitor's forms are tied to. */
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
