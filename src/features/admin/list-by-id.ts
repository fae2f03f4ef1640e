import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '../../kernel/db/pagination.ts'
import { paginationLinks } from '../../kernel/http/link-header.ts'
import { pageOf } from '../../kernel/http/page-params.ts'

interface Listing<Row> {
  /** default and maximum number of rows per page */
  limits: readonly [standard: number, largest: number]
  /** newest first */
  load: (page: Page) => Promise<Row[]>
}

/** Fetches a page of rows by id and sets the Link header of the reply. */
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
