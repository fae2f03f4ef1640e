import type { FastifyReply } from 'fastify'

const REUSE = 'stale-while-revalidate=30, stale-if-error=86400'

/** S-018; also what every error says */
export function forbidCaching(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-store')
}

/** S-019: a page that anonymous callers share for a short while. */
export function cachePage(reply: FastifyReply): void {
  reply.header('cache-control', `public, max-age=15, ${REUSE}`)
  // the same address shows more to a browser that is signed in
  reply.header('vary', 'Authorization, Cookie')
}

/** S-019: a document that is the same for everybody. */
export function cacheDocument(reply: FastifyReply): void {
  reply.header('cache-control', `public, max-age=300, ${REUSE}`)
}
