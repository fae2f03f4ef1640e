import type { FastifyRequest } from 'fastify'
import { type JsonText, jsonList } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { Id, IdList, IdParams, paginationFields } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { handleOf } from '../../accounts/handle-of.ts'
import { actAs, type Staff } from '../../audit/act.ts'
import { readCategory } from '../../reports/create.ts'
import {
  assignReport,
  getReport,
  reclassifyReport,
  reopenReport,
  resolveReport,
} from '../../reports/handle.ts'
import * as actions from './action-routes.ts'
import * as notes from './note-routes.ts'
import { pageOfReports } from './queries.ts'
import { showReport, showReports } from './render-reports.ts'

const PAGE = 100
const READ = { scope: 'admin:read:reports', permission: 'manageReports' } as const
const WRITE = { scope: 'admin:write:reports', permission: 'manageReports' } as const

const Query = Type.Object({
  ...paginationFields,
  resolved: Type.Optional(Type.Boolean()),
  unresolved: Type.Optional(Type.Boolean()),
  account_id: Type.Optional(Id),
  target_account_id: Type.Optional(Id),
  category: Type.Optional(Type.String()),
  assigned_account_id: Type.Optional(Id),
  unassigned: Type.Optional(Type.Boolean()),
})

const ReportUpdate = Type.Object({
  category: Type.Optional(Type.String()),
  rule_ids: Type.Optional(IdList),
})

/** Reports and the staff's work on them (S-210, S-211). */
export const routes: Routes = (server, app) => {
  notes.routes(server, app)
  actions.routes(server, app)

  // https://docs.joinmastodon.org/methods/admin/reports/#get
  server.get(
    '/api/v1/admin/reports',
    { config: READ, schema: { querystring: Query } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfReports(app.db, request.query, page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await showReports(app, request, rows))
    },
  )

  server.get(
    '/api/v1/admin/reports/:id',
    { config: READ, schema: { params: IdParams } },
    (request) => show(app, request, request.params.id),
  )

  server.put(
    '/api/v1/admin/reports/:id',
    { config: WRITE, schema: { params: IdParams, body: ReportUpdate } },
    (request) => {
      const { category, rule_ids: ruleIds } = request.body
      const wanted = {
        category: category === undefined ? category : readCategory(category),
        ruleIds,
      }
      return work(app, request, request.params.id, (tx, id) => ({
        action: 'update',
        changed: reclassifyReport(tx, id, wanted),
        details: { category: wanted.category, rule_ids: ruleIds },
      }))
    },
  )

  for (const [path, action, run] of STEPS) {
    server.post(
      `/api/v1/admin/reports/:id/${path}`,
      { config: WRITE, schema: { params: IdParams } },
      (request) =>
        work(app, request, request.params.id, (tx, id, staff) => ({
          action,
          changed: run(tx, id, staff),
        })),
    )
  }
}

type Step = (tx: Tx, reportId: string, staff: Staff) => Promise<boolean>

const STEPS: readonly (readonly [path: string, action: string, run: Step])[] = [
  ['assign_to_self', 'assign_to_self', (tx, id, staff) => assignReport(tx, id, staff.id)],
  ['unassign', 'unassign', (tx, id) => assignReport(tx, id, null)],
  ['resolve', 'resolve', (tx, id, staff) => resolveReport(tx, id, staff.id)],
  ['reopen', 'reopen', (tx, id) => reopenReport(tx, id)],
]

interface Work {
  action: string
  /** whether anything has changed */
  changed: Promise<boolean>
  details?: Record<string, unknown>
}

/** Changes a report, writes the audit log, and answers with the report. */
async function work(
  app: App,
  request: FastifyRequest,
  reportId: string,
  run: (tx: Tx, reportId: string, staff: Staff) => Work,
): Promise<JsonText> {
  await actAs(app, request, async (tx, staff) => {
    const { action, changed, details = {} } = run(tx, reportId, staff)
    if (!(await changed)) return staff.unchanged()
    const report = await getReport(tx, reportId)
    const label = await handleOf(tx.db, report.target_account_id)
    await staff.audit({ action, target: { type: 'report', id: reportId, label }, details })
  })
  return show(app, request, reportId)
}

async function show(app: App, request: FastifyRequest, reportId: string): Promise<JsonText> {
  return showReport(app, request, await getReport(app, reportId))
}
