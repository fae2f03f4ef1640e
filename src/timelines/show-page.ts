import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Page } from '../db/pagination.ts'
import type { Walked } from '../db/walk.ts'
import { paginationLinks } from '../http/link-header.ts'
import { type JsonText, jsonList } from '../json.ts'
import type { StatusHead } from '../statuses/heads.ts'
import { type Asking, renderHeads } from '../statuses/serializer.ts'

/** Answers with a page of a timeline, and the links to its neighbours. */
export async function showPage(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: { found: Walked<StatusHead>; page: Page; viewer: Asking },
): Promise<JsonText> {
  const { rows, stopped } = shown.found
  const ids = rows.map((head) => head.id)
  const { limit } = shown.page
  paginationLinks(request, reply, { ids, limit, always: true, prev: 'min_id', stopped })
  return jsonList(await renderHeads(app, shown.viewer, rows))
}
