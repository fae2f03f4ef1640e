import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonText } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { type ListPage, listPage } from '../../../kernel/http/list-page.ts'
import { renderEach } from './serializer.ts'
import type { ListedStatus } from './status-rows.ts'

interface ShownPage extends Omit<ListPage, 'items'> {
  /** newest first */
  listed: readonly ListedStatus[]
  /** ids of the rows that page the list, if they are not the status ids */
  cursors?: readonly string[]
}

/** Sends a page of statuses as the caller sees them, with Link headers. */
export async function showPage(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { listed, cursors, ...shown }: ShownPage,
): Promise<JsonText> {
  const texts = await renderEach(app, request.auth?.user ?? null, listed)
  const items = listed.map(({ id }, at) => [cursors?.[at] ?? id, texts[at] ?? null] as const)
  return listPage(request, reply, { ...shown, items })
}
