import { promisify } from 'node:util'
import { brotliCompress, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from '../../kernel/http/cache-headers.ts'
import { tagText } from '../../kernel/http/shared-answers.ts'

/** Names of compression methods in `content-encoding`. */
export type Encoding = 'br' | 'gzip'

/** The accepted encoding with the smallest result; null: the browser accepts neither. */
export function encodingFor(accepted = ''): Encoding | null {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}

/** Slow, best compression for content that is compressed once and kept. */
export const compress: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) => promisify(brotliCompress)(content),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
}

/** most of the savings, in a fifth of the best level's time: for content that is made per request */
const QUICK = 5

/**
 * Sends a text compressed if the browser accepts that. Only for pages that are the same for everybody: if a page
 * holds a secret beside text that an attacker chooses, its compressed length reveals the secret (BREACH).
 */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): FastifyReply {
  addVary(reply, 'Accept-Encoding')
  if (tagText(request, reply, text)) return reply.send()
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(gzipSync(text, { level: QUICK }))
}
