import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../../kernel/base/errors.ts'
import { checkAccess } from '../../kernel/http/auth.ts'
import { accessOf } from '../../kernel/http/route-access.ts'
import type { Viewer } from '../../kernel/http/routes.ts'

/** The user of a streaming connection, with token or session. */
export interface Streamer {
  readonly tokenId: string | null
  readonly sessionId: string | null
  readonly scopes: ReadonlySet<string>
  /** reloaded every second */
  viewer: Viewer
}

const ACCESS = accessOf('GET', '/api/v1/streaming', { scope: 'any', appToken: true })!

/**
 * The user of a request for a stream; there is no anonymous streaming (S-460). A session cookie counts only for pages
 * of this server: other sites can open WebSockets with their visitors' cookies.
 *
 * @param origin public base address of this server
 * @throws Unauthorized if there is no user, Forbidden if the user is barred
 */
export function streamerOf(
  request: FastifyRequest,
  { origin, isWebSocket }: { origin: string; isWebSocket: boolean },
): Streamer {
  const { auth } = request
  checkAccess(ACCESS, auth ?? 'none', false)
  if (auth === null || auth.user === null) throw new Unauthorized()
  // browsers send no Origin with a same-origin GET, except to open a WebSocket
  const page = request.headers.origin ?? (isWebSocket ? null : origin)
  if (auth.sessionId !== null && page !== origin) throw new Unauthorized()
  const { tokenId, sessionId, scopes, user: viewer } = auth
  return { tokenId, sessionId, scopes, viewer }
}
