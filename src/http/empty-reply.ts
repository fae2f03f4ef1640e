import type { FastifyReply } from 'fastify'

/** Answers 204, or what is switched off (S-035), with no body that claims to be JSON. Other successes are `{}` (S-553). */
export function sendEmpty(reply: FastifyReply, status: number): FastifyReply {
  return reply.removeHeader('content-type').code(status).send()
}
