import type { FastifyRequest } from 'fastify'
import { BadRequest } from '../../../kernel/base/errors.ts'
import { type JsonText, jsonList } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { Id, IdParams, paginationFields } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { handleOf } from '../../accounts/handle-of.ts'
import { actAs } from '../../audit/act.ts'
import { decideAppeal } from '../../moderation/decide-appeal.ts'
import { getAppeal } from '../../reports/appeals.ts'
import { demandAbove } from '../../roles/policy.ts'
import { renderAppeals, renderStrikes } from './serializer.ts'
import { pageOfAppeals, pageOfStrikes, strikesByIds } from './strikes.ts'

const PAGE = 40

const STATES = ['pending', 'approved', 'rejected'] as const
const VERDICTS = { approve: 'approved', reject: 'rejected' } as const

const StrikesQuery = Type.Object({ ...paginationFields, account_id: Type.Optional(Id) })
const AppealsQuery = Type.Object({ ...paginationFields, status: Type.Optional(Type.String()) })

/** Moderation decisions and appeals: Rookery's own, see docs/spec/surface.tsv. */
export const strikeRoutes: Routes = (server, app) => {
  server.get(
    '/api/rookery/v1/admin/strikes',
    {
      config: {
        scope: 'admin:read',
        permission: ['manageAppeals', 'manageReports', 'manageUsers'],
      },
      schema: { querystring: StrikesQuery },
    },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfStrikes(app.db, request.query.account_id, page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderStrikes(app, rows))
    },
  )

  server.get(
    '/api/rookery/v1/admin/appeals',
    {
      config: { scope: 'admin:read', permission: 'manageAppeals' },
      schema: { querystring: AppealsQuery },
    },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfAppeals(app.db, readState(request.query.status), page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderAppeals(app, rows))
    },
  )

  for (const verdict of ['approve', 'reject'] as const) {
    server.post(
      `/api/rookery/v1/admin/appeals/:id/${verdict}`,
      {
        config: { scope: 'admin:write', permission: 'manageAppeals' },
        schema: { params: IdParams },
      },
      (request) => decide(app, request, request.params.id, verdict),
    )
  }
}

/** @throws BadRequest for an unknown state (S-022) */
function readState(text: string | undefined): (typeof STATES)[number] | undefined {
  if (text === undefined || text === '') return undefined
  const state = STATES.find((known) => known === text)
  if (state === undefined) throw new BadRequest(`status is one of ${STATES.join(', ')}`)
  return state
}

async function decide(
  app: App,
  request: FastifyRequest,
  appealId: string,
  verdict: keyof typeof VERDICTS,
): Promise<JsonText | undefined> {
  await actAs(app, request, async (tx, staff) => {
    const { warning_id } = await getAppeal(tx.db, appealId)
    const [strike] = await strikesByIds(tx.db, [warning_id])
    const accountId = strike!.target_account_id
    await demandAbove(tx.db, staff, accountId)
    await decideAppeal(tx, { appealId, staffId: staff.id, state: VERDICTS[verdict] })
    const label = await handleOf(tx.db, accountId)
    await staff.audit({
      action: verdict,
      target: { type: 'appeal', id: appealId, label },
      details: { strike_id: warning_id, action: strike!.action },
    })
  })
  const [entity] = await renderAppeals(app, [await getAppeal(app.db, appealId)])
  return entity
}
