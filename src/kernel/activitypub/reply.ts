import type { FastifyReply } from 'fastify'
import { forbidCaching } from '../http/cache-headers.ts'
import type { Document } from './as2.ts'
import { withContext } from './context.ts'
import { ACTIVITY_JSON } from './media-types.ts'
import { isSigned } from './signatures/verify.ts'

const SHARED = 'public, max-age=180, stale-while-revalidate=30, stale-if-error=3600'

export interface SendOptions {
  /** the response depends on the requester, so no cache may store it */
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
  setDocumentCaching(reply, options)
  return reply.send(JSON.stringify(withContext(document)))
}

/** Lets shared caches store what is the same for everybody; what a signed request got is for its signer. */
export function setDocumentCaching(
  reply: FastifyReply,
  { forViewer = false }: Pick<SendOptions, 'forViewer'>,
): void {
  const { request } = reply
  reply.header('vary', 'Accept, Signature')
  if (forViewer || request.onlyForSigned || isSigned(request)) forbidCaching(reply)
  else reply.header('cache-control', SHARED)
}
