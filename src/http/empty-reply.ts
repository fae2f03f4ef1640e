import type { FastifyReply } from 'fastify'

/** Answers with a status and no body, and claims no JSON where there is none (S-035). */
export function sendEmpty(reply: FastifyReply, status: number): FastifyReply {
  return reply.removeHeader('content-type').code(status).send()
}
