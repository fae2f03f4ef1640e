import type { ExpressionBuilder } from 'kysely'
import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import { fetchPage, type Page } from '../../db/pagination.ts'
import type { Schema } from '../../db/schema.ts'
import { paginationLinks } from '../../http/link-header.ts'
import { pageOf } from '../../http/page.ts'
import { IdParams, Pagination } from '../../http/params.ts'
import type { Routes } from '../../http/routes.ts'
import { isoTime, type JsonText, jsonList, jsonObject, toJson } from '../../json.ts'
import { type StatusHead, selectHeads } from '../../statuses/heads.ts'
import { loadHeadTexts } from '../../statuses/serializer.ts'
import { noteLooks } from '../looks.ts'
import { auditTarget, getTarget } from './target.ts'

const PAGE = 40

/** A status that is there, or was deleted at some time (ms since 1970). */
type Head = StatusHead & { deleted_at: number | null }

/**
 * Statuses of an account: those for everybody, deleted ones for a while, and those for followers as far as a report
 * is about them. Looks at the latter are in the audit log.
 */
export const statusRoutes: Routes = (server, app) => {
  server.get(
    '/api/rookery/v1/admin/accounts/:id/statuses',
    {
      config: {
        scope: 'admin:read:accounts',
        permission: ['manageUsers', 'manageReports'],
      },
      schema: { params: IdParams, querystring: Pagination },
    },
    async (request, reply) => {
      const target = await getTarget(app.db, request.params.id)
      const page = pageOf(request.query, PAGE)
      const heads = await pageOfHeads(app.db, target.id, page)
      const ids = heads.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      await noteLooks(app, request, [{ target: auditTarget(target), statusIds: ids }])
      return jsonList(await renderDeletable(app, heads))
    },
  )
}

function pageOfHeads(db: Db, accountId: string, page: Page): Promise<Head[]> {
  const query = selectHeads(db)
    .select('status.deleted_at')
    .where('status.account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('status.visibility', 'in', ['public', 'unlisted']),
        eb.and([eb('status.visibility', '=', 'private'), isReported(eb as never)]),
      ]),
    )
  return fetchPage(query, 'status.id', page)
}

/** Whether a report names a status, or an open one another status of its thread (A67). */
function isReported(eb: ExpressionBuilder<Schema, 'status'>) {
  const reported = eb.selectFrom('report_status').select('report_status.status_id')
  const threads = eb
    .selectFrom('report')
    .innerJoin('report_status', 'report_status.report_id', 'report.id')
    .innerJoin('status as named', 'named.id', 'report_status.status_id')
    .select('named.conversation_id')
    .where('report.action_taken_at', 'is', null)
    .where('named.conversation_id', 'is not', null)
  return eb.or([
    eb.exists(reported.whereRef('report_status.status_id', '=', 'status.id')),
    eb('status.conversation_id', 'in', threads),
  ])
}

/** A boost of what is not for everybody is left out. */
async function renderDeletable(app: App, heads: readonly Head[]): Promise<JsonText[]> {
  const statuses = await loadHeadTexts(app, null, heads)
  return heads.flatMap(({ id, deleted_at }) => {
    const status = statuses.get(id)
    if (status === undefined) return []
    return [
      jsonObject({ status, deleted_at: toJson(deleted_at === null ? null : isoTime(deleted_at)) }),
    ]
  })
}
