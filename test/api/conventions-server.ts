import { pino } from 'pino'
import type { Auth, Server, Viewer } from '../../src/kernel/http/routes.ts'
import { ALL_SCOPES } from '../../src/kernel/http/scopes.ts'
import { createServer, type ServerOptions } from '../../src/kernel/http/server.ts'
import { createMetrics } from '../../src/kernel/instruments/metrics.ts'

/** The kernel alone, with made-up routes. */
export interface SmallServer extends AsyncDisposable {
  http: Server
  /** ms since 1970; add to it to let time pass */
  clock: { now: number }
}

type Options = Omit<Partial<ServerOptions>, 'config'> & {
  config?: Partial<ServerOptions['config']>
}

/**
 * Tokens are words: `bearer('alice', 'read')` is one of the user alice with the scope read,
 * `bearer('app', …)` one without a user; the users unconfirmed, unapproved, disabled and suspended
 * are just that; `revoked` is a revoked token. The cookie `rookery_session=alice` is a session,
 * whose CSRF token is `csrf-of-alice`.
 */
export async function startSmallServer(
  addRoutes: (server: Server) => void,
  options: Options = {},
): Promise<SmallServer> {
  const clock = { now: Date.UTC(2026, 7, 8, 12, 1) }
  const http = await createServer({
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    sharedCounts: null,
    clock: () => clock.now,
    authenticate: async (credential) =>
      'token' in credential ? tokenAuth(credential.token) : sessionAuth(credential.session),
    csrfValid: (session, token) => token === `csrf-of-${session}`,
    ipBlocked: () => false,
    requireSignIn: () => false,
    ...options,
    config: {
      origin: 'https://rookery.test',
      trustedProxies: [],
      rateLimits: false,
      limitedFederationMode: false,
      shutdownTimeout: 8_000,
      mediaBaseUrl: null,
      ...options.config,
    },
  })
  addRoutes(http)
  await http.ready()
  return { http, clock, [Symbol.asyncDispose]: async () => void (await http.close()) }
}

/** The header of a token; several names of one user are `alice`, `alice-2`… */
export function bearer(name: string, ...scopes: string[]): { authorization: string } {
  return { authorization: `Bearer ${[name, ...scopes].join('/')}` }
}

function tokenAuth(token: string): Auth | 'unknown' | 'revoked' {
  if (token === 'revoked') return 'revoked'
  const [name = '', ...scopes] = token.split('/')
  if (scopes.length === 0) return 'unknown'
  const user = name === 'app' ? null : userCalled(name.split('-')[0] ?? name)
  return { tokenId: token, sessionId: null, applicationId: '1', scopes: new Set(scopes), user }
}

function sessionAuth(session: string): Auth | 'unknown' {
  if (session === 'ended') return 'unknown'
  const scopes = new Set<string>(ALL_SCOPES)
  const user = userCalled(session)
  return { tokenId: null, sessionId: session, applicationId: null, scopes, user }
}

function userCalled(name: string): Viewer {
  const barriers = ['unconfirmed', 'unapproved', 'disabled', 'suspended'] as const
  return {
    id: name,
    userId: name,
    username: name,
    roleId: null,
    permissions: 0,
    rolePosition: 0,
    filtersVersion: 0,
    locale: name === 'german' ? 'de' : '',
    chosenLanguages: null,
    silenced: false,
    barred: barriers.find((barrier) => barrier === name) ?? null,
  }
}
