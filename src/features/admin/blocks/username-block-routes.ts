import { isoTime } from '../../../kernel/base/json.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import {
  blockUsername,
  type UsernameBlock,
  unblockUsername,
} from '../../identity/sign-up/blocks/usernames.ts'
import { listById } from '../list-by-id.ts'

const PATH = '/api/rookery/v1/admin/username_blocks'
const LIMITS = [40, 80] as const

const CreateBody = Type.Object({
  username: Type.Optional(Type.String()),
  comparison: Type.Optional(Type.Union([Type.Literal('equals'), Type.Literal('contains')])),
  allow_with_approval: Type.Optional(Type.Boolean()),
})

/** Reserved usernames: Rookery's own, see docs/spec/surface.tsv. */
export const usernameBlockRoutes: Routes = (server, app) => {
  const permission = 'manageBlocks'
  const reads = { scope: 'admin:read', permission } as const
  const writes = { scope: 'admin:write', permission } as const

  server.get(
    PATH,
    { config: reads, schema: { querystring: Pagination } },
    async (request, reply) => {
      const query = app.db.selectFrom('username_block').selectAll()
      const load = (page: Page) => fetchPage(query, 'username_block.id', page)
      return (await listById(request, reply, { limits: LIMITS, load })).map(presentBlock)
    },
  )

  server.post(PATH, { config: writes, schema: { body: CreateBody } }, (request) => {
    const { username = '', comparison = 'equals', allow_with_approval = false } = request.body
    return actAs(app, request, async (tx, staff) => {
      const allowWithApproval = allow_with_approval
      const block = await blockUsername(tx, { username, comparison, allowWithApproval })
      const details = { comparison, allow_with_approval }
      await staff.audit({ action: 'create', target: targetOf(block), details })
      return presentBlock(block)
    })
  })

  server.delete(`${PATH}/:id`, { config: writes, schema: { params: IdParams } }, (request) =>
    actAs(app, request, async (tx, staff) => {
      const block = await unblockUsername(tx, request.params.id)
      await staff.audit({ action: 'destroy', target: targetOf(block) })
      return {}
    }),
  )
}

function presentBlock({ id, username, exact, allow_with_approval, created_at }: UsernameBlock) {
  return {
    id,
    username,
    comparison: exact ? 'equals' : 'contains',
    allow_with_approval,
    created_at: isoTime(created_at),
  }
}

function targetOf({ id, username }: UsernameBlock) {
  return { type: 'username_block', id, label: username }
}
