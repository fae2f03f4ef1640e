import type { RouteOptions } from 'fastify'
import { type CorsRule, corsRule } from './cors.ts'
import { type BucketName, isBucketName } from './rate-limits/buckets.ts'
import { accessOf, type RouteAccess } from './route-access.ts'
import type { CacheKind } from './routes.ts'

/** The facts about a route that its hooks need, computed once. */
export interface RoutePlan {
  method: string
  api: boolean
  /** null: tokens are ignored */
  access: RouteAccess | null
  cors: CorsRule | null
  cache: CacheKind | null
  /** shared caches may store some of its answers: of the API, those of routes that declare `cache` */
  mayBeShared: boolean
  deprecation: string | null
  buckets: readonly BucketName[]
  pagingBuckets: readonly BucketName[]
  /** GET and HEAD: no body, no change */
  reads: boolean
  /** staff actions through it go into the audit log */
  audited: boolean
  maxBody: number
  /** may show visitors what is some seconds old: then it reads from a replica of the database where there is one */
  mayLag: boolean
  endsInParameter: boolean
}

/** @throws Error for an invalid route: no scope under `/api`, an unknown bucket; the server then does not start */
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
    mayBeShared: reads && config.staysOpen !== true && (!api || config.cache !== undefined),
    deprecation: config.deprecatedSince === undefined ? null : `@${config.deprecatedSince}`,
    buckets,
    pagingBuckets: [...buckets, 'paging'],
    reads,
    audited: access?.admin === true && !reads && config.readsOnly !== true,
    maxBody: config.maxBody ?? defaultMaxBody,
    mayLag: reads && config.staysOpen !== true && (config.mayLag ?? access?.optional) === true,
    endsInParameter: /\/:[^/]+$/.test(url),
  }
}
