import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import {
  type BlockSubscription,
  changeSubscription,
  enqueueRefresh,
  getSubscription,
  loadFacts,
  subscribe,
  unsubscribe,
} from '../../moderation/block-lists/subscriptions.ts'
import { listById } from '../list-by-id.ts'

const PATH = '/api/rookery/v1/admin/block_subscriptions'
const LIMITS = [40, 80] as const

const Choices = Type.Object({
  url: Type.Optional(Type.String()),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  severity_limit: Type.Optional(
    Type.Union([Type.Literal('silence'), Type.Literal('suspend'), Type.Literal('as_given')]),
  ),
  retract_on_removal: Type.Optional(Type.Boolean()),
  enabled: Type.Optional(Type.Boolean()),
})
const RefreshBody = Type.Object({ force: Type.Optional(Type.Boolean()) })

const DEFAULTS = {
  url: '',
  name: '',
  severity_limit: 'as_given',
  retract_on_removal: false,
  enabled: true,
} as const

/** Subscriptions to published block lists. Rookery's own, see docs/spec/surface.tsv. */
export const subscriptionRoutes: Routes = (server, app) => {
  const permission = 'manageFederation'
  const reads = { scope: 'admin:read:domain_blocks', permission } as const
  const writes = { scope: 'admin:write:domain_blocks', permission } as const
  const byId = { config: writes, schema: { params: IdParams } }

  server.get(
    PATH,
    { config: reads, schema: { querystring: Pagination } },
    async (request, reply) => {
      const query = app.db.selectFrom('block_subscription').selectAll()
      const load = (page: Page) => fetchPage(query, 'block_subscription.id', page)
      return render(app, await listById(request, reply, { limits: LIMITS, load }))
    },
  )

  server.post(PATH, { config: writes, schema: { body: Choices } }, async (request) => {
    const made = await actAs(app, request, async (tx, staff) => {
      const one = await subscribe(tx, { ...DEFAULTS, ...given(request.body) })
      await staff.audit({ action: 'create', target: targetOf(one), details: detailsOf(one) })
      return one
    })
    return renderOne(app, made)
  })

  server.get(`${PATH}/:id`, { config: reads, schema: { params: IdParams } }, async (request) =>
    renderOne(app, await getSubscription(app.db, request.params.id)),
  )

  const change = { params: IdParams, body: Choices }
  server.put(`${PATH}/:id`, { config: writes, schema: change }, async (request) => {
    const changed = await actAs(app, request, async (tx, staff) => {
      const one = await changeSubscription(tx, request.params.id, given(request.body))
      await staff.audit({ action: 'update', target: targetOf(one), details: detailsOf(one) })
      return one
    })
    return renderOne(app, changed)
  })

  server.delete(`${PATH}/:id`, byId, (request) =>
    actAs(app, request, async (tx, staff) => {
      const one = await unsubscribe(tx, request.params.id)
      await staff.audit({ action: 'destroy', target: targetOf(one), details: detailsOf(one) })
      return {}
    }),
  )

  const refresh = { config: writes, schema: { params: IdParams, body: RefreshBody } }
  server.post(`${PATH}/:id/refresh`, refresh, async (request) => {
    const { force = false } = request.body
    const asked = await actAs(app, request, async (tx, staff) => {
      const one = await getSubscription(tx.db, request.params.id)
      enqueueRefresh(tx, one.id, force)
      await staff.audit({ action: 'refresh', target: targetOf(one), details: { force } })
      return one
    })
    return renderOne(app, asked)
  })
}

function given(body: Static<typeof Choices>): Static<typeof Choices> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

async function render({ db }: Pick<App, 'db'>, rows: readonly BlockSubscription[]) {
  const ids = rows.map(({ id }) => id)
  const facts = await loadFacts(db, ids)
  return rows.map((row) => ({
    id: row.id,
    ...detailsOf(row),
    last_checked_at: row.last_checked_at === null ? null : isoTime(row.last_checked_at),
    last_error: row.last_error,
    last_import_id: facts.get(row.id)?.lastImportId ?? null,
    blocks_count: facts.get(row.id)?.blocks ?? 0,
  }))
}

async function renderOne(app: App, row: BlockSubscription) {
  return (await render(app, [row]))[0]
}

function detailsOf({ url, name, severity_limit, retract_on_removal, enabled }: BlockSubscription) {
  return { url, name, severity_limit, retract_on_removal, enabled }
}

function targetOf({ id, name }: BlockSubscription) {
  return { type: 'block_subscription', id, label: name }
}
