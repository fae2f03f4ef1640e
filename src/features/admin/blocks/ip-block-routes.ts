import { isoTime } from '../../../kernel/base/json.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import { clientAddress } from '../../../kernel/http/client-address.ts'
import { IdParams, Nullable, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import {
  blockIp,
  changeIpBlock,
  getIpBlock,
  type IpBlock,
  unblockIp,
} from '../../instance/ip-block-changes.ts'
import { listById } from '../list-by-id.ts'

const PATH = '/api/v1/admin/ip_blocks'
const LIMITS = [100, 200] as const
const COMMENT = 5000

const Body = Type.Object({
  ip: Type.Optional(Type.String()),
  severity: Type.Optional(
    Type.Union([
      Type.Literal('sign_up_requires_approval'),
      Type.Literal('sign_up_block'),
      Type.Literal('no_access'),
    ]),
  ),
  comment: Type.Optional(Type.String({ maxLength: COMMENT })),
  expires_in: Type.Optional(Nullable(Type.Integer())),
})

/** @see https://docs.joinmastodon.org/methods/admin/ip_blocks/ (S-188, S-189) */
export const ipBlockRoutes: Routes = (server, app) => {
  const permission = 'manageBlocks'
  const reads = { scope: 'admin:read:ip_blocks', permission } as const
  const writes = { scope: 'admin:write:ip_blocks', permission } as const

  server.get(
    PATH,
    { config: reads, schema: { querystring: Pagination } },
    async (request, reply) => {
      const query = app.db.selectFrom('ip_block').selectAll()
      const load = (page: Page) => fetchPage(query, 'ip_block.id', page)
      return (await listById(request, reply, { limits: LIMITS, load })).map(presentIpBlock)
    },
  )

  server.post(PATH, { config: writes, schema: { body: Body } }, (request) =>
    actAs(app, request, async (tx, staff) => {
      const block = await blockIp(tx, request.body, clientAddress(request))
      await staff.audit({ action: 'create', target: targetOf(block), details: detailsOf(block) })
      return presentIpBlock(block)
    }),
  )

  server.get(`${PATH}/:id`, { config: reads, schema: { params: IdParams } }, async (request) =>
    presentIpBlock(await getIpBlock(app.db, request.params.id)),
  )

  const change = { params: IdParams, body: Body }
  server.put(`${PATH}/:id`, { config: writes, schema: change }, (request) =>
    actAs(app, request, async (tx, staff) => {
      const before = await getIpBlock(tx.db, request.params.id)
      const block = await changeIpBlock(tx, before.id, request.body, clientAddress(request))
      const details = { from: detailsOf(before), to: detailsOf(block) }
      await staff.audit({ action: 'update', target: targetOf(block), details })
      return presentIpBlock(block)
    }),
  )

  server.delete(`${PATH}/:id`, { config: writes, schema: { params: IdParams } }, (request) =>
    actAs(app, request, async (tx, staff) => {
      const block = await unblockIp(tx, request.params.id)
      await staff.audit({ action: 'destroy', target: targetOf(block), details: detailsOf(block) })
      return {}
    }),
  )
}

/** @see https://docs.joinmastodon.org/entities/Admin_IpBlock/ */
function presentIpBlock({ id, ip, severity, comment, created_at, expires_at }: IpBlock) {
  return {
    id,
    ip,
    severity,
    comment,
    created_at: isoTime(created_at),
    expires_at: expires_at === null ? null : isoTime(expires_at),
  }
}

function targetOf({ id, ip }: IpBlock) {
  return { type: 'ip_block', id, label: ip }
}

function detailsOf({ ip, severity, expires_at }: IpBlock) {
  return { ip, severity, expires_at: expires_at === null ? null : isoTime(expires_at) }
}
