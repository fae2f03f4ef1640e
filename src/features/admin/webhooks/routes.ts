import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { fetchPage } from '../../../kernel/db/pagination.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Nullable, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import { noteSent, sendTo } from './send.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  rotateSecret,
  updateWebhook,
  type Webhook,
} from './webhooks.ts'

const WEBHOOKS = '/api/rookery/v1/admin/webhooks'
const ONE = `${WEBHOOKS}/:id`
const PAGE = 40
const READ = { scope: 'admin:read', permission: 'manageWebhooks' } as const
const WRITE = { scope: 'admin:write', permission: 'manageWebhooks' } as const

const Body = Type.Object({
  url: Type.Optional(Type.String()),
  events: Type.Optional(Type.Array(Type.String())),
  enabled: Type.Optional(Type.Boolean()),
  template: Type.Optional(Nullable(Type.String())),
})

/** Webhooks: URLs that receive events. */
export const routes: Routes = (server, app) => {
  readingRoutes(server, app)
  writingRoutes(server, app)
}

const readingRoutes: Routes = (server, app) => {
  server.get(
    WEBHOOKS,
    { config: READ, schema: { querystring: Pagination } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const rows = await fetchPage(app.db.selectFrom('webhook').selectAll(), 'webhook.id', page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return rows.map((row) => present(row))
    },
  )
  server.get(ONE, { config: READ, schema: { params: IdParams } }, async (request) =>
    present(await getWebhook(app.db, request.params.id)),
  )
}

const writingRoutes: Routes = (server, app) => {
  server.post(WEBHOOKS, { config: WRITE, schema: { body: Body } }, async (request) => {
    const webhook = await actAs(app, request, async (tx, staff) => {
      const made = await createWebhook(tx, staff, request.body)
      await staff.audit({ action: 'create', target: targetOf(made), details: choices(made) })
      return made
    })
    return present(webhook, 'with secret')
  })
  server.put(ONE, { config: WRITE, schema: { params: IdParams, body: Body } }, async (request) => {
    const webhook = await actAs(app, request, async (tx, staff) => {
      const changed = await updateWebhook(tx, staff, request.params.id, request.body)
      await staff.audit({ action: 'update', target: targetOf(changed), details: choices(changed) })
      return changed
    })
    return present(webhook)
  })
  server.delete(ONE, { config: WRITE, schema: { params: IdParams } }, async (request) => {
    await actAs(app, request, async (tx, staff) => {
      const deleted = await deleteWebhook(tx, staff, request.params.id)
      await staff.audit({ action: 'destroy', target: targetOf(deleted) })
    })
    return {}
  })
  server.post(
    `${ONE}/rotate_secret`,
    { config: WRITE, schema: { params: IdParams } },
    async (request) => {
      const webhook = await actAs(app, request, async (tx, staff) => {
        const changed = await rotateSecret(tx, staff, request.params.id)
        await staff.audit({ action: 'rotate_secret', target: targetOf(changed) })
        return changed
      })
      return present(webhook, 'with secret')
    },
  )
  server.post(`${ONE}/test`, { config: WRITE, schema: { params: IdParams } }, async (request) => {
    const { webhook, sent } = await sendTest(app, request.params.id)
    return present(
      await actAs(app, request, async (tx, staff) => {
        await noteSent(tx, webhook, sent)
        const details = { status: sent.status, error: sent.error }
        await staff.audit({ action: 'test', target: targetOf(webhook), details })
        return getWebhook(tx.db, webhook.id)
      }),
    )
  })
}

/** Sends an event without content, to check the delivery. */
async function sendTest(app: App, id: string) {
  const webhook = await getWebhook(app.db, id)
  const payload = { event: 'test', created_at: isoTime(app.clock()), object: {} }
  return { webhook, sent: await sendTo(app, webhook, payload) }
}

function targetOf({ id, url }: Webhook) {
  return { type: 'webhook', id, label: url }
}

function choices({ events, enabled, template }: Webhook) {
  return { events, enabled, template }
}

function present(row: Webhook, secret?: 'with secret') {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    secret: secret === undefined ? null : row.secret,
    template: row.template,
    created_at: isoTime(row.created_at),
    last_delivery:
      row.last_at === null
        ? null
        : { at: isoTime(row.last_at), status: row.last_status, error: row.last_error },
  }
}
