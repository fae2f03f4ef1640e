import type { FastifyRequest } from 'fastify'
import { NotFound, ValidationFailed } from '../../../kernel/base/errors.ts'
import type { JsonText } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdList, IdParams, paginationFields } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { handleOf } from '../../accounts/handle-of.ts'
import { actAs, type Staff } from '../../audit/act.ts'
import { warnAccount } from '../../moderation/warn-account.ts'
import { chooseDomains, forwardReport } from '../../reports/forward.ts'
import { getReport, resolveReport } from '../../reports/handle.ts'
import { loadReportedIds, type Report } from '../../reports/queries.ts'
import { demandAbove } from '../../roles/policy.ts'
import { renderEntries } from '../audit/serializer.ts'
import { pageOfHistory } from './queries.ts'
import { showReport } from './render-reports.ts'

const PAGE = 40
const MOST_DOMAINS = 20
const PATH = '/api/rookery/v1/admin/reports/:id'
const READ = { scope: 'admin:read:reports', permission: 'manageReports' } as const
const WRITE = { scope: 'admin:write:reports', permission: 'manageReports' } as const

const Query = Type.Object(paginationFields)
const ForwardBody = Type.Object({
  domains: Type.Optional(Type.Array(Type.String(), { maxItems: MOST_DOMAINS })),
})
const StatusesBody = Type.Object({
  status_ids: Type.Optional(IdList),
  text: Type.String({ default: '', maxLength: 2000 }),
  send_email_notification: Type.Boolean({ default: true }),
})

/** Actions on reports: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  server.get(
    `${PATH}/history`,
    { config: READ, schema: { params: IdParams, querystring: Query } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const report = await getReport(app, request.params.id)
      const entries = await pageOfHistory(app.db, report, page)
      const ids = entries.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return renderEntries(app, entries)
    },
  )

  server.post(
    `${PATH}/forward`,
    { config: WRITE, schema: { params: IdParams, body: ForwardBody } },
    async (request) => {
      const { id } = request.params
      await actAs(app, request, async (tx, staff) => {
        const report = await getReport(tx, id)
        const domains = await chooseDomains(tx.db, report, request.body.domains)
        await forwardReport(tx, id, domains)
        const label = await handleOf(tx.db, report.target_account_id)
        const target = { type: 'report', id, label }
        await staff.audit({ action: 'forward', target, details: { domains } })
      })
      return show(app, request, id)
    },
  )

  for (const [path, action] of DECISIONS) {
    server.post(
      `${PATH}/statuses/${path}`,
      { config: WRITE, schema: { params: IdParams, body: StatusesBody } },
      async (request) => {
        const { id } = request.params
        await actAs(app, request, (tx, staff) => decide(tx, staff, { id, action, ...request.body }))
        return show(app, request, id)
      },
    )
  }
}

const DECISIONS = [
  ['delete', 'delete_statuses'],
  ['mark_sensitive', 'mark_statuses_as_sensitive'],
] as const

type Decided = Static<typeof StatusesBody> & {
  id: string
  action: (typeof DECISIONS)[number][1]
}

/** Acts against the author of the statuses, and resolves the report. */
async function decide(tx: Tx, staff: Staff, decided: Decided): Promise<void> {
  const { action, text } = decided
  const report = await getReport(tx, decided.id)
  const targetId = report.target_account_id
  await demandAbove(tx.db, staff, targetId)
  const statusIds = await chooseStatuses(tx, report, decided.status_ids)
  const decision = {
    ...{ targetId, action, text, statusIds, staffId: staff.id, reportId: report.id },
    mail: decided.send_email_notification,
  }
  const warningId = await warnAccount(tx, decision)
  const label = await handleOf(tx.db, targetId)
  const details = { report_id: report.id, status_ids: statusIds, warning_id: warningId }
  await staff.audit({ action, target: { type: 'account', id: targetId, label }, details })
  if (!(await resolveReport(tx, report.id, staff.id))) return
  await staff.audit({ action: 'resolve', target: { type: 'report', id: report.id, label } })
}

/**
 * @throws NotFound for a status of another account than the reported one
 * @throws ValidationFailed if there is none
 */
async function chooseStatuses(
  tx: Tx,
  report: Report,
  wanted: readonly string[] | undefined,
): Promise<string[]> {
  const named = (await loadReportedIds(tx.db, [report.id])).get(report.id) ?? []
  const ids = [...new Set(wanted ?? named)]
  if (ids.length === 0) throw new ValidationFailed('The report names no posts')
  const known = await tx.db
    .selectFrom('status')
    .select('id')
    .where(idIn(tx.db, 'id', ids))
    .where('account_id', '=', report.target_account_id)
    .execute()
  if (known.length < ids.length) throw new NotFound()
  return ids
}

async function show(app: App, request: FastifyRequest, reportId: string): Promise<JsonText> {
  return showReport(app, request, await getReport(app, reportId))
}
