import type { FastifyContextConfig } from 'fastify'
import type { ApiScope } from './scopes.ts'

/** Who may call a route. */
export interface RouteAccess {
  /** one of them suffices; null: every token will do */
  scopes: readonly ApiScope[] | null
  /** works without a token */
  optional: boolean
  admin: boolean
  appToken: boolean
  unconfirmed: boolean
  /** stays open where every caller must be signed in: in limited federation, or by setting */
  openWhen: { limitedFederation: boolean; signInRequired: boolean }
}

/** S-426 */
const OPEN_IN_LIMITED_FEDERATION = new Set([
  'GET /api/v1/instance',
  'GET /api/v2/instance',
  'POST /api/v1/apps',
  'POST /api/v1/accounts',
  'GET /api/oembed',
])

/**
 * @returns null if the route declares no scope, as pages and federation do
 * @throws Error for an `/api` route without one: then the server does not start
 */
export function accessOf(
  method: string,
  url: string,
  config: FastifyContextConfig,
): RouteAccess | null {
  const { scope } = config
  if (scope === undefined) {
    if (url.startsWith('/api/')) throw new Error(`${method} ${url} declares no scope`)
    return null
  }
  const open = scope === 'public' || scope === 'any'
  const scopes = open ? null : typeof scope === 'string' ? [scope] : scope
  const limitedFederation = isOpen(method, url)
  return {
    scopes,
    optional: scope === 'public' || config.anonymous === true,
    admin: scopes?.some((name) => name.startsWith('admin:')) === true,
    appToken: config.appToken === true,
    unconfirmed: config.unconfirmed === true,
    openWhen: {
      limitedFederation,
      // S-428
      signInRequired: limitedFederation || url.startsWith('/api/v1/instance/'),
    },
  }
}

function isOpen(method: string, url: string): boolean {
  if (!url.startsWith('/api/')) return true
  return OPEN_IN_LIMITED_FEDERATION.has(`${method === 'HEAD' ? 'GET' : method} ${url}`)
}
