import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from '../../kernel/http/cache-headers.ts'
import { offsetLinks } from '../../kernel/http/link-header.ts'
import { localeOf } from '../../kernel/http/locale.ts'
import { limitOf, offsetFields } from '../../kernel/http/params.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import { languageOrNull } from '../../kernel/text/language.ts'

export const Offset = Type.Object(offsetFields)
export type OffsetRequest = FastifyRequest<{ Querystring: Static<typeof Offset> }>

interface TrendsPage<Body> {
  count: number
  /** how many of them the page has room for; all by default */
  shown?: number
  body: Body
}

/** A page by offset, highest score first (S-240, S-241). */
export async function showTrends<Body>(
  request: OffsetRequest,
  reply: FastifyReply,
  standard: number,
  load: (place: { limit: number; offset: number }) => Promise<TrendsPage<Body>>,
) {
  const { offset = 0 } = request.query
  const limit = limitOf(request.query, standard)
  addVary(reply, 'Accept-Language')
  const { count, shown = count, body } = await load({ limit, offset })
  offsetLinks(request, reply, { count, shown, limit, offset })
  return body
}

/** Languages whose trends come first (S-009, S-243). */
export function languagesOf(request: FastifyRequest): readonly string[] {
  const chosen = request.auth?.user?.chosenLanguages
  if (chosen?.length) return chosen
  return [languageOrNull(localeOf(request)) ?? 'en']
}
