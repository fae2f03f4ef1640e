import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '../db/pagination.ts'
import { paginationLinks } from '../http/link-header.ts'
import { pageOf } from '../http/page.ts'

interface Listing<Row> {
  /** how many there are on a page, unless asked otherwise, and at most */
  limits: readonly [standard: number, largest: number]
  /** newest first */
  load: (page: Page) => Promise<Row[]>
}

/** A page of rows by their ids, with its links on the reply. */
export async function listById<Row extends { id: string }>(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits, load }: Listing<Row>,
): Promise<Row[]> {
  const page = pageOf(request.query as Parameters<typeof pageOf>[0], ...limits)
  const rows = await load(page)
  paginationLinks(request, reply, {
    ids: rows.map(({ id }) => id),
    limit: page.limit,
    prev: 'min_id',
  })
  return rows
}
