import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../errors.ts'
import { checkAccess } from '../http/auth.ts'
import { accessOf } from '../http/route-access.ts'
import type { Viewer } from '../http/routes.ts'

/** Somebody who listens. */
export interface Streamer {
  readonly tokenId: string | null
  readonly sessionId: string | null
  readonly scopes: ReadonlySet<string>
  /** read anew every second */
  viewer: Viewer
}

const ACCESS = accessOf('GET', '/api/v1/streaming', { scope: 'any', appToken: true })!

/**
 * Who is behind a request for a stream; there is no anonymous streaming (S-460). A browser session
 * counts only if the page is ours: other sites can open WebSockets with their visitors' cookies.
 *
 * @param origin public base address of this server
 * @throws Unauthorized if there is no user, Forbidden if the user is kept out
 */
export function streamerOf(
  request: FastifyRequest,
  { origin, isWebSocket }: { origin: string; isWebSocket: boolean },
): Streamer {
  const { auth } = request
  checkAccess(ACCESS, auth ?? 'none', false)
  if (auth === null || auth.user === null) throw new Unauthorized()
  // browsers send no Origin with a GET to the same origin, unless it opens a WebSocket
  const page = request.headers.origin ?? (isWebSocket ? null : origin)
  if (auth.sessionId !== null && page !== origin) throw new Unauthorized()
  const { tokenId, sessionId, scopes, user: viewer } = auth
  return { tokenId, sessionId, scopes, viewer }
}
