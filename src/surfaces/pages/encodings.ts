import { promisify } from 'node:util'
import { brotliCompress, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from '../../kernel/http/cache-headers.ts'
import { tagText } from '../../kernel/http/shared-answers.ts'
import { readWeightedList } from '../../kernel/http/weighted-list.ts'

/** Names of compression methods in `content-encoding`. */
export type Encoding = 'br' | 'gzip'

/** the smallest result first */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** The encoding that the browser wants most, of those offered; null: it accepts none of them. */
export function encodingFor(
  accepted: string | string[] | undefined,
  offered = ENCODINGS,
): Encoding | null {
  const wanted = readWeightedList(String(accepted ?? '').toLowerCase())
  const named = (name: string) => wanted.find(({ value }) => value === name)?.weight
  const weightOf = (encoding: Encoding) => named(encoding) ?? named('*') ?? 0
  const [best] = offered
    .filter((encoding) => weightOf(encoding) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a))
  return best ?? null
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
  if (encodingFor(request.headers['accept-encoding'], ['gzip']) === null) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(gzipSync(text, { level: QUICK }))
}
