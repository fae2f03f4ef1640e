import type { App } from './app.ts'
import * as slices from './compose.ts'
import type { Routes, Server } from './http/routes.ts'
import { createServer } from './http/server.ts'
import { ipBlocked } from './instance/ip-blocks.ts'
import { settings } from './instance/settings.ts'
import { createAuthenticate } from './oauth/authenticate.ts'
import { csrfValid } from './oauth/csrf.ts'
import { renderErrorPage } from './web/layout.ts'

/**
 * Makes the HTTP server with all its routes; it does not listen yet.
 * @param surfaces routes that are not a slice's: streaming and pages
 */
export async function createHttp(app: App, surfaces: readonly Routes[] = []): Promise<Server> {
  // read here, so that the questions that every request asks are answered at once
  await app.cached.get(settings)
  const server = await createServer({
    config: app.config,
    // its own lines at info are of no use to an operator
    log: app.log.child(
      {},
      { level: app.config.logLevel === 'info' ? 'warn' : app.config.logLevel },
    ),
    clock: app.clock,
    metrics: app.metrics,
    authenticate: createAuthenticate(app),
    csrfValid: (session, token) => csrfValid(app.keys, session, token),
    ipBlocked: (ip) => ipBlocked(app, ip),
    errorPage: (_request, status, message) => renderErrorPage(app, status, message),
    requireSignIn: () => app.cached.peek(settings)?.sign_in_required ?? false,
  })
  for (const register of [...slices.routes, ...surfaces]) register(server, app)
  return server
}
