import type { FastifyContextConfig } from 'fastify'
import { bitsOf } from './permissions.ts'
import type { ApiScope } from './scopes.ts'

/** The access rule of a route. */
export interface RouteAccess {
  /** one of them suffices; null: any token is accepted */
  scopes: readonly ApiScope[] | null
  /** works without a token */
  optional: boolean
  admin: boolean
  /** bits of which the caller's role needs at least one; 0: no role is needed */
  permissions: number
  appToken: boolean
  unconfirmed: boolean
  /** stays open when every caller must be signed in: in limited federation, or by setting */
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
 * @throws Error for an `/api` route without a scope, and for an admin route without a permission: then the
 * server does not start
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
    admin: isAdmin(url),
    permissions: permissionsOf(method, url, config),
    appToken: config.appToken === true,
    unconfirmed: config.unconfirmed === true,
    openWhen: {
      limitedFederation,
      // S-428
      signInRequired: limitedFederation || url.startsWith('/api/v1/instance/'),
    },
  }
}

function isAdmin(url: string): boolean {
  return /^\/api\/(rookery\/)?v\d+\/admin\//.test(url)
}

function permissionsOf(method: string, url: string, { permission }: FastifyContextConfig): number {
  if (permission === undefined) {
    if (isAdmin(url)) throw new Error(`${method} ${url} declares no permission`)
    return 0
  }
  if (permission === 'everybody') return 0
  return bitsOf(typeof permission === 'string' ? [permission] : permission)
}

function isOpen(method: string, url: string): boolean {
  if (!url.startsWith('/api/')) return true
  return OPEN_IN_LIMITED_FEDERATION.has(`${method === 'HEAD' ? 'GET' : method} ${url}`)
}
