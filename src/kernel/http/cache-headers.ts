import type { FastifyReply } from 'fastify'

const REUSE = 'stale-while-revalidate=30, stale-if-error=86400'
const PAGE = `public, max-age=15, ${REUSE}`
const DOCUMENT = `public, max-age=300, ${REUSE}`

/** S-018; also for every error */
export function forbidCaching(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-store')
}

/** S-019: a page that anonymous callers share for a short time. */
export function cachePage(reply: FastifyReply): void {
  reply.header('cache-control', PAGE)
  // the same address shows more to a signed-in browser
  reply.header('vary', 'Authorization, Cookie')
}

/** S-019: a document that is the same for all callers. */
export function cacheDocument(reply: FastifyReply): void {
  reply.header('cache-control', DOCUMENT)
}

/** Whether shared caches may store the answer. */
export function isShared(reply: FastifyReply): boolean {
  const control = reply.getHeader('cache-control')
  return typeof control === 'string' && control.startsWith('public')
}

/** Names one more request header that the answer depends on. */
export function addVary(reply: FastifyReply, name: string): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? name : `${vary}, ${name}`)
}
