import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { type ListPage, listPage } from '../http/list-page.ts'
import type { JsonText } from '../json.ts'
import type { StatusHead } from './heads.ts'
import { renderEach } from './serializer.ts'

interface ShownPage extends Omit<ListPage, 'items'> {
  /** newest first */
  heads: readonly StatusHead[]
  /** of the rows that led to them, if not their ids */
  cursors?: readonly string[]
}

/** Answers with a page of statuses as the caller sees them, and the links to its neighbours. */
export async function showPage(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { heads, cursors, ...shown }: ShownPage,
): Promise<JsonText> {
  const texts = await renderEach(app, request.auth?.user ?? null, heads)
  const items = heads.map(({ id }, at) => [cursors?.[at] ?? id, texts[at] ?? null] as const)
  return listPage(request, reply, { ...shown, items })
}
