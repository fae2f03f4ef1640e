import type { FastifyReply } from 'fastify'
import { forbidCaching } from '../http/cache-headers.ts'
import type { Document } from './as2.ts'
import { withContext } from './context.ts'
import { ACTIVITY_JSON } from './media-types.ts'

const SHARED = 'public, max-age=180, stale-while-revalidate=30, stale-if-error=3600'

export interface SendOptions {
  /** it shows what others may not see, so nothing keeps it */
  forViewer?: boolean
  /** default 200; 410 for a Tombstone */
  status?: number
}

/** Answers with an Activity Streams document; its `@context` is added. */
export function sendDocument(
  reply: FastifyReply,
  document: Document,
  options: SendOptions = {},
): FastifyReply {
  reply.code(options.status ?? 200)
  reply.header('content-type', `${ACTIVITY_JSON}; charset=utf-8`)
  reply.header('vary', 'Accept, Signature')
  if (options.forViewer === true || reply.request.onlyForSigned) forbidCaching(reply)
  else reply.header('cache-control', SHARED)
  return reply.send(JSON.stringify(withContext(document)))
}
