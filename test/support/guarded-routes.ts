import { readSurface, type SurfaceRow, scopeChoices } from '../../conformance/spec/surface.ts'
import { PERMISSIONS, type Permission } from '../../src/kernel/http/permissions.ts'
import type { TestServer } from './server.ts'

/** A route of the API, with what docs/spec/surface.tsv says about who may call it. */
export interface GuardedRoute {
  method: string
  url: string
  /** one of them suffices; empty: every token will do */
  scopes: string[]
  auth: SurfaceRow['auth']
  /** works without a token */
  optional: boolean
  /** bits of which the caller's role needs one; 0: no role is needed */
  permissions: number
  /** a token that lacks the scope: streams say 401 (S-461) */
  refusal: 401 | 403
}

/** The description of the interface itself, and what answers 404 to streams that do not exist. */
const NO_OPERATIONS = new Set(['/api/openapi.json', '/api/v1/streaming/*'])

/** An update is one operation by either method (S-007). */
const TWIN: Readonly<Record<string, string>> = { PATCH: 'PUT', PUT: 'PATCH' }

/**
 * Every route of the API that the server has, so that none can be forgotten, with what the specification
 * expects of it, so that a wrong declaration is seen (A48, A70).
 *
 * @throws Error for a route that the specification does not know
 */
export async function guardedRoutes(server: TestServer): Promise<GuardedRoute[]> {
  const rows = new Map((await readSurface()).map((row) => [shapeOf(row.method, row.path), row]))
  return server.http.routeList.flatMap(({ method, url }) => {
    const [name = ''] = [method].flat()
    if (name === 'HEAD' || !url.startsWith('/api/') || NO_OPERATIONS.has(url)) return []
    const row = rows.get(shapeOf(name, url)) ?? rows.get(shapeOf(TWIN[name] ?? name, url))
    if (row === undefined) throw new Error(`surface.tsv knows no ${name} ${url}`)
    return [{ method: name, url, ...expected(row) }]
  })
}

function shapeOf(method: string, path: string): string {
  return `${method} ${path.replace(/:\w+/g, ':')}`
}

function expected(row: SurfaceRow) {
  const optional = row.auth === 'none' || row.scopes.startsWith('optional')
  const bits = row.permissions.map((name) => bitOf(row, name))
  const permissions = bits.reduce((all, bit) => all | bit, 0)
  const refusal = row.path.startsWith('/api/v1/streaming') ? (401 as const) : (403 as const)
  return { scopes: scopeChoices(row), auth: row.auth, optional, permissions, refusal }
}

function bitOf({ operation }: SurfaceRow, name: string): number {
  if (name === 'everybody') return 0
  const permission = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const bit = PERMISSIONS[permission as Permission]
  if (bit === undefined) throw new Error(`${operation}: there is no permission ${name}`)
  return bit
}

/** An address that a route answers; no such thing exists. */
export function addressOf({ url }: Pick<GuardedRoute, 'url'>): string {
  return url.replace(/:\w+/g, '1')
}
