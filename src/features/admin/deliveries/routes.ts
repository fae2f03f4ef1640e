import {
  dropDelivery,
  findDelivery,
  type OpenDelivery,
  pageOfDeliveries,
  retryDelivery,
  summarizeDeliveries,
} from '../../../kernel/activitypub/delivery/operator.ts'
import { isoTime, type JsonText, jsonList, jsonObject, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, paginationFields } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { loadAccounts } from '../../accounts/serializer.ts'
import { actAs } from '../../audit/act.ts'

const DELIVERIES = '/api/rookery/v1/admin/deliveries'
const PAGE = 40
/** maximum of hosts in the summary */
const MOST_HOSTS = 100
const READ = { scope: 'admin:read', permission: 'devops' } as const
const WRITE = { scope: 'admin:write', permission: 'devops' } as const

const Query = Type.Object({
  ...paginationFields,
  state: Type.Optional(Type.Union([Type.Literal('waiting'), Type.Literal('failed')])),
  host: Type.Optional(Type.String()),
})

/** Pending and failed deliveries to other servers. */
export const routes: Routes = (server, app) => {
  server.get(
    DELIVERIES,
    { config: READ, schema: { querystring: Query } },
    async (request, reply) => {
      const { state = 'waiting', host } = request.query
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfDeliveries(app.slowDb, { state, host: host?.toLowerCase() }, page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderDeliveries(app, rows))
    },
  )
  server.get(`${DELIVERIES}/summary`, { config: READ }, async () => {
    const now = app.clock()
    const { waiting, hosts } = await summarizeDeliveries(app.slowDb, { now, limit: MOST_HOSTS })
    return {
      waiting,
      hosts: hosts.map((host) => ({
        ...host,
        failing_since: timeOrNull(host.failing_since),
        next_try_at: timeOrNull(host.next_try_at),
      })),
    }
  })
  server.post(
    `${DELIVERIES}/:id/retry`,
    { config: WRITE, schema: { params: IdParams } },
    async (request) => {
      const { id } = request.params
      const delivery = await actAs(app, request, async (tx, staff) => {
        const before = await retryDelivery(tx, id)
        await staff.audit({ action: 'retry', target: targetOf(before) })
        return (await findDelivery(tx.db, id)) ?? before
      })
      const [json] = await renderDeliveries(app, [delivery])
      return json
    },
  )
  server.delete(
    `${DELIVERIES}/:id`,
    { config: WRITE, schema: { params: IdParams } },
    async (request) => {
      await actAs(app, request, async (tx, staff) => {
        const dropped = await dropDelivery(tx, request.params.id)
        const { type, activity_id } = dropped
        const details = { activity_type: type, activity_id }
        await staff.audit({ action: 'drop', target: targetOf(dropped), details })
      })
      return {}
    },
  )
}

function targetOf({ id, host }: OpenDelivery) {
  return { type: 'delivery', id, label: host }
}

async function renderDeliveries(app: App, rows: readonly OpenDelivery[]): Promise<JsonText[]> {
  const senders = await loadAccounts(
    app,
    rows.flatMap(({ sender_id }) => sender_id ?? []),
  )
  return rows.map((row) =>
    jsonObject({
      id: toJson(row.id),
      host: toJson(row.host),
      activity_id: toJson(row.activity_id),
      activity_type: toJson(row.type),
      account: senders.get(row.sender_id ?? '') ?? toJson(null),
      state: toJson(row.state),
      attempts: toJson(row.attempts),
      next_try_at: toJson(row.state === 'waiting' ? isoTime(row.next_at) : null),
      last_error: toJson(row.last_error),
      created_at: toJson(isoTime(row.created_at)),
    }),
  )
}

function timeOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time)
}
