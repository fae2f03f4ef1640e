import {
  countDeliveries,
  deliveriesPage,
  type ReportedDelivery,
} from '../../../kernel/activitypub/delivery/status-report.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import { can } from '../../../kernel/http/permissions.ts'
import type { Routes, Viewer } from '../../../kernel/http/routes.ts'
import { findStatus } from '../queries.ts'

const USUAL_LIMIT = 100

/** Deliveries of a status to other servers. Rookery's own endpoint, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  server.get(
    '/api/rookery/v1/statuses/:id/deliveries',
    { config: { scope: 'read:statuses' }, schema: { params: IdParams, querystring: Pagination } },
    async (request, reply) => {
      const statusId = request.params.id
      await checkMayAsk(app, viewerOf(request), statusId)
      const page = pageOf(request.query, USUAL_LIMIT)
      const [counts, rows] = await Promise.all([
        countDeliveries(app.slowDb, statusId),
        deliveriesPage(app.slowDb, statusId, page),
      ])
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return { ...counts, deliveries: rows.map(presentDelivery) }
    },
  )
}

/** @throws NotFound for everybody but the author and staff with `manageFederation` */
async function checkMayAsk(app: App, viewer: Viewer, statusId: string): Promise<void> {
  const status = await findStatus(app.db, statusId)
  const mayAsk = status?.account_id === viewer.id || can(viewer.permissions, 'manageFederation')
  if (status === null || !mayAsk) throw new NotFound()
}

function presentDelivery(row: ReportedDelivery) {
  return {
    id: row.id,
    host: row.host,
    activity: row.type,
    state: row.state,
    attempts: row.attempts,
    last_status: row.last_status,
    last_error: row.last_error,
    next_at: row.state === 'waiting' ? isoTime(row.next_at) : null,
    updated_at: isoTime(row.updated_at),
  }
}
