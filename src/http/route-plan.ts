import type { RouteOptions } from 'fastify'
import { type CorsRule, corsRule } from './cors.ts'
import { type BucketName, isBucketName } from './rate-limits/buckets.ts'
import { accessOf, type RouteAccess } from './route-access.ts'

/** What the hooks need to know of a route, worked out once. */
export interface RoutePlan {
  method: string
  api: boolean
  /** null: no token is looked at */
  access: RouteAccess | null
  cors: CorsRule | null
  cache: 'page' | 'document' | null
  deprecation: string | null
  buckets: readonly BucketName[]
  pagingBuckets: readonly BucketName[]
  /** GET and HEAD: no body, nothing changes */
  reads: boolean
  /** what the staff does by it is kept */
  audited: boolean
  maxBody: number
  endsInParameter: boolean
}

/** @throws Error for a route that must not start: no scope under `/api`, an unknown bucket */
export function planOf(route: RouteOptions, defaultMaxBody: number): RoutePlan {
  const { url, config = {} } = route
  const method = Array.isArray(route.method) ? (route.method[0] ?? '') : route.method
  const api = url.startsWith('/api/')
  const buckets: BucketName[] = api ? ['api'] : []
  for (const name of config.limits ?? []) {
    if (!isBucketName(name)) throw new Error(`${method} ${url} names an unknown limit: ${name}`)
    buckets.push(name)
  }
  const access = accessOf(method, url, config)
  const reads = method === 'GET' || method === 'HEAD'
  return {
    method,
    api,
    access,
    cors: corsRule(url),
    cache: config.cache ?? null,
    deprecation: config.deprecatedSince === undefined ? null : `@${config.deprecatedSince}`,
    buckets,
    pagingBuckets: [...buckets, 'paging'],
    reads,
    audited: access?.admin === true && !reads && config.readsOnly !== true,
    maxBody: config.maxBody ?? defaultMaxBody,
    endsInParameter: /\/:[^/]+$/.test(url),
  }
}
