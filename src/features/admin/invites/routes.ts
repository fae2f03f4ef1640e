import { extendJson, jsonList, jsonObject, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, paginationFields } from '../../../kernel/http/params.ts'
import type { Routes, Server } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { loadAccounts } from '../../accounts/serializer.ts'
import { actAs } from '../../audit/act.ts'
import { presentInvite } from '../../invites/invites.ts'
import { endAllInvites, endInvite, pageOfAllInvites } from '../../invites/manage-invites.ts'

const PAGE = 40
const PATH = '/api/rookery/v1/admin/invites'
const READ = { scope: 'admin:read', permission: 'manageInvites' } as const
const WRITE = { scope: 'admin:write', permission: 'manageInvites' } as const

const Query = Type.Object({
  ...paginationFields,
  available: Type.Optional(Type.Boolean()),
  expired: Type.Optional(Type.Boolean()),
})

/** The invites of all users: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  addList(server, app)

  server.delete(`${PATH}/:id`, { config: WRITE, schema: { params: IdParams } }, async (request) => {
    await actAs(app, request, async (tx, staff) => {
      const { ended, invite } = await endInvite(tx, request.params.id)
      if (!ended) return staff.unchanged()
      const target = { type: 'invite', id: invite.id, label: invite.code }
      await staff.audit({ action: 'expire', target })
    })
    return {}
  })

  server.post(`${PATH}/deactivate_all`, { config: WRITE }, (request) =>
    actAs(app, request, async (tx, staff) => {
      const count = await endAllInvites(tx)
      const target = { type: 'invite', id: null, label: 'all invitations' }
      if (count === 0) staff.unchanged()
      else await staff.audit({ action: 'expire_all', target, details: { count } })
      return { count }
    }),
  )
}

function addList(server: Server, app: App): void {
  server.get(PATH, { config: READ, schema: { querystring: Query } }, async (request, reply) => {
    const { available, expired } = request.query
    const state = available === true ? 'available' : expired === true ? 'expired' : undefined
    const page = pageOf(request.query, PAGE)
    const now = app.clock()
    const rows = await pageOfAllInvites(app.db, state, now, page)
    const ids = rows.map(({ id }) => id)
    paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
    const accounts = await loadAccounts(
      app,
      rows.map((row) => row.account_id),
    )
    return jsonList(
      rows.map((row) =>
        extendJson(jsonObject({ account: accounts.get(row.account_id) ?? toJson(null) }), {
          ...presentInvite(app.config, row, now),
        }),
      ),
    )
  })
}
