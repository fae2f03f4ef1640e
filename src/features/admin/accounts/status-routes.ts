import type { ExpressionBuilder } from 'kysely'
import { isoTime, type JsonText, jsonList, jsonObject, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { FOR_ALL } from '../../../kernel/core/audience-rules.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { type Page, preparedPage } from '../../../kernel/db/pagination.ts'
import type { Schema } from '../../../kernel/db/schema.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { loadListedTexts } from '../../statuses/read/serializer.ts'
import { type ListedStatus, selectListedStatuses } from '../../statuses/read/status-rows.ts'
import { logStatusAccess } from '../content-access-log.ts'
import { auditTarget, getTarget } from './target.ts'

const PAGE = 40

/** A status, possibly deleted (`deleted_at`: ms since 1970). */
type DeletableStatus = ListedStatus & { deleted_at: number | null }

/**
 * Statuses of an account: public and unlisted ones, deleted ones as long as their rows remain, and
 * private ones if a report concerns them. Reading the latter writes an entry to the audit log.
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
      const listed = await pageOfStatuses(app.db, target.id, page)
      const ids = listed.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      await logStatusAccess(app, request, [{ target: auditTarget(target), statusIds: ids }])
      return jsonList(await renderDeletable(app, listed))
    },
  )
}

/** The page is found in `status` alone: a planner that may begin at the account sorts all of its statuses. */
async function pageOfStatuses(db: Db, accountId: string, page: Page): Promise<DeletableStatus[]> {
  const found = await idsOfPage(db, { accountId }, page)
  const rows = await selectListedStatuses(db)
    .select('status.deleted_at')
    .where(
      idIn(
        db,
        'status.id',
        found.map(({ id }) => id),
      ),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id }) => byId.get(id) ?? [])
}

const idsOfPage = preparedPage(
  'status.id',
  (db, _: { accountId: string }) =>
    db
      .selectFrom('status')
      .select('status.id')
      .where((eb) =>
        eb.or([
          eb('status.visibility', 'in', FOR_ALL),
          eb.and([eb('status.visibility', '=', 'private'), isReported(eb)]),
        ]),
      ),
  { column: 'status.account_id', param: 'accountId' },
)

/** Whether a report lists a status, or an open report another status of its thread (A67). */
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

/** Reblogs of statuses that are not public or unlisted are left out. */
async function renderDeletable(app: App, listed: readonly DeletableStatus[]): Promise<JsonText[]> {
  const statuses = await loadListedTexts(app, null, listed)
  return listed.flatMap(({ id, deleted_at }) => {
    const status = statuses.get(id)
    if (status === undefined) return []
    return [
      jsonObject({ status, deleted_at: toJson(deleted_at === null ? null : isoTime(deleted_at)) }),
    ]
  })
}
