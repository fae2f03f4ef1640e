import { promisify } from 'node:util'
import { brotliCompress, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How a text may be sent, by the name of it in `content-encoding`. */
export type Encoding = 'br' | 'gzip'

/** The smallest that a browser takes; null: none of ours. */
export function encodingFor(accepted = ''): Encoding | null {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}

/** As small as it gets, which is slow: for what is kept. */
export const compress: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) => promisify(brotliCompress)(content),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
}

/** Most of what is saved, at a fifth of the best level's time: for what is made anew each time. */
const QUICK = 5

/**
 * Sends a text smaller to who takes it so. For what is the same for everybody: compressed beside what a stranger may
 * choose, the length of a page would tell its secrets (BREACH).
 */
export function sendCompressed(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  text: string,
): FastifyReply {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
  if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(gzipSync(text, { level: QUICK }))
}
