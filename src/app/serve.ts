import { csrfValid } from '../features/identity/csrf.ts'
import { ipBlocked } from '../features/instance/ip-blocks.ts'
import { settings } from '../features/instance/settings.ts'
import { createAuthenticate } from '../features/oauth/authenticate.ts'
import type { Part } from '../kernel/base/config.ts'
import type { App } from '../kernel/core/app.ts'
import type { Routes, Server } from '../kernel/http/routes.ts'
import { createServer, type ServerOptions } from '../kernel/http/server.ts'
import { createErrorPage } from '../surfaces/pages/error-page.ts'
import { routesOf } from './compose/routes.ts'
import { drainTime } from './shutdown.ts'

/**
 * Creates the HTTP server with all its routes; it does not listen yet.
 * @param surfaces routes of the surfaces: streaming and pages
 * @param more options of a server whose requests come from, or go to, another process
 */
export async function createHttp(
  app: App,
  surfaces: readonly Routes[] = [],
  more: Partial<ServerOptions> = {},
): Promise<Server> {
  const server = await createServer({ ...(await serverOptionsOf(app)), ...more })
  addRoutes(server, app, surfaces)
  return server
}

/** Server options that an application provides for all requests. */
export async function serverOptionsOf(app: App): Promise<ServerOptions> {
  // loaded here, so that requests need not wait for them
  await app.cached.get(settings)
  const { config } = app
  return {
    config: { ...config, shutdownTimeout: config.shutdownTimeout - drainTime(config) },
    // Fastify's own info lines do not help an operator
    log: app.log.child(
      {},
      { level: app.config.logLevel === 'info' ? 'warn' : app.config.logLevel },
    ),
    clock: app.clock,
    metrics: app.metrics,
    sharedCounts: app.sharedCounts,
    authenticate: createAuthenticate(app),
    csrfValid: (session, token) => csrfValid(app.keys, session, token),
    ipBlocked: (ip) => ipBlocked(app, ip),
    asVisitor: app.database.replica?.asVisitor,
    misdirected: misdirectedText(config.parts),
    errorPage: createErrorPage(app),
    ownLanguage: () => app.cached.peek(settings)?.languages[0] ?? 'en',
    requireSignIn: () => app.cached.peek(settings)?.sign_in_required ?? false,
  }
}

/** The answer of a process without the web part to requests for it. */
function misdirectedText(parts: ReadonlySet<Part>): string | undefined {
  if (parts.has('web')) return undefined
  const own = parts.has('streaming') ? 'streaming at /api/v1/streaming' : 'no requests'
  return `This process serves ${own} only; the reverse proxy has to lead here to a process with the part web`
}

/** Registers the routes of this process. */
export function addRoutes(server: Server, app: App, surfaces: readonly Routes[]): void {
  for (const register of [...routesOf(app.config.parts), ...surfaces]) register(server, app)
}
