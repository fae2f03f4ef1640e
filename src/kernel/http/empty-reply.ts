import type { FastifyReply } from 'fastify'

/**
 * Sends a 204, or the reply of a disabled feature (S-035), without a JSON content type. Other successes are `{}`
 * (S-553).
 */
export function sendEmpty(reply: FastifyReply, status: number): FastifyReply {
  return reply.removeHeader('content-type').code(status).send()
}
