import type { FastifyReply, FastifyRequest } from 'fastify'

/** Rights of pages of other origins for an address (S-020). */
export interface CorsRule {
  methods: readonly string[]
  /** names of response headers that their scripts may read */
  exposed: string | null
}

const EXPOSED = [
  'Link',
  'Mastodon-Async-Refresh',
  'X-RateLimit-Reset',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-Request-Id',
].join(', ')

const RULES: readonly (CorsRule & { path: RegExp })[] = [
  {
    path: /^\/api\//,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposed: EXPOSED,
  },
  { path: /^\/(\.well-known|nodeinfo)\//, methods: ['GET'], exposed: null },
  { path: /^\/(@|users\/)[^/]+\/?$/, methods: ['GET'], exposed: null },
  { path: /^\/oauth\/(token|revoke)\/?$/, methods: ['POST'], exposed: null },
  { path: /^\/oauth\/userinfo\/?$/, methods: ['GET', 'POST'], exposed: null },
]

/** @param url of a request, or the path of a route */
export function corsRule(url: string): CorsRule | null {
  const [path = ''] = url.split('?', 1)
  return RULES.find((rule) => rule.path.test(path)) ?? null
}

/** Allows scripts of every origin to read a response, without credentials. */
export function allowOrigins(reply: FastifyReply, rule: CorsRule, method: string): void {
  if (!rule.methods.includes(method === 'HEAD' ? 'GET' : method)) return
  reply.header('access-control-allow-origin', '*')
  if (rule.exposed !== null) reply.header('access-control-expose-headers', rule.exposed)
}

/**
 * Answers a CORS preflight request.
 * @returns false for other requests, and for an address that other origins may not use
 */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply): boolean {
  const rule = request.method === 'OPTIONS' ? corsRule(request.url) : null
  if (rule === null) return false
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-allow-methods', rule.methods.join(', '))
  // a `*` here would not cover Authorization
  const wanted = request.headers['access-control-request-headers']
  if (wanted !== undefined) reply.header('access-control-allow-headers', wanted)
  if (rule.exposed !== null) reply.header('access-control-expose-headers', rule.exposed)
  reply.header('access-control-max-age', '7200')
  reply.code(200).send()
  return true
}
