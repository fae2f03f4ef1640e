import type { FastifyRequest } from 'fastify'
import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { fetchPage } from '../../../kernel/db/pagination.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import {
  addRelay,
  disableRelay,
  enableRelay,
  getRelay,
  type Relay,
  removeRelay,
} from '../../relays/relays.ts'

const RELAYS = '/api/rookery/v1/admin/relays'
const PAGE = 40
const READ = { scope: 'admin:read', permission: 'manageFederation' } as const
const WRITE = { scope: 'admin:write', permission: 'manageFederation' } as const

const Body = Type.Object({ inbox_url: Type.String() })

/** Relays that distribute public posts. */
export const routes: Routes = (server, app) => {
  server.get(
    RELAYS,
    { config: READ, schema: { querystring: Pagination } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const relays = await fetchPage(app.db.selectFrom('relay').selectAll(), 'relay.id', page)
      const ids = relays.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return relays.map(presentRelay)
    },
  )
  server.post(RELAYS, { config: WRITE, schema: { body: Body } }, async (request) => {
    const relay = await actAs(app, request, async (tx, staff) => {
      const made = await addRelay(tx, request.body.inbox_url)
      await staff.audit({ action: 'create', target: targetOf(made) })
      return made
    })
    return presentRelay(relay)
  })
  for (const [action, doIt] of [
    ['enable', enableRelay],
    ['disable', disableRelay],
  ] as const) {
    server.post(
      `${RELAYS}/:id/${action}`,
      { config: WRITE, schema: { params: IdParams } },
      async (request) => presentRelay(await turn(app, request, request.params.id, action, doIt)),
    )
  }
  server.delete(
    `${RELAYS}/:id`,
    { config: WRITE, schema: { params: IdParams } },
    async (request) => {
      await actAs(app, request, async (tx, staff) => {
        const relay = await removeRelay(tx, request.params.id)
        await staff.audit({ action: 'destroy', target: targetOf(relay) })
      })
      return {}
    },
  )
}

function turn(
  app: App,
  request: FastifyRequest,
  id: string,
  action: string,
  doIt: (tx: Tx, id: string) => Promise<Relay | null>,
): Promise<Relay> {
  return actAs(app, request, async (tx, staff) => {
    const changed = await doIt(tx, id)
    if (changed === null) {
      staff.unchanged()
      return getRelay(tx.db, id)
    }
    await staff.audit({ action, target: targetOf(changed) })
    return changed
  })
}

function targetOf({ id, inbox_url }: Relay) {
  return { type: 'relay', id, label: inbox_url }
}

function presentRelay({ id, inbox_url, state, created_at }: Relay) {
  return { id, inbox_url, state, created_at: isoTime(created_at) }
}
