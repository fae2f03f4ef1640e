import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import { Demanded, IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import {
  blockCanonicalEmail,
  type CanonicalEmailBlock,
  canonicalEmailBlocksOf,
  getCanonicalEmailBlock,
  unblockCanonicalEmail,
} from '../../identity/sign-up/blocks/canonical-emails.ts'
import { listById } from '../list-by-id.ts'

const PATH = '/api/v1/admin/canonical_email_blocks'
const LIMITS = [100, 200] as const

const CreateBody = Type.Object({
  email: Type.Optional(Type.String()),
  canonical_email_hash: Type.Optional(Type.String()),
})
const TestBody = Type.Object({ email: Demanded(Type.String()) })

/** @see https://docs.joinmastodon.org/methods/admin/canonical_email_blocks/ (S-186, S-187, S-189) */
export const canonicalEmailRoutes: Routes = (server, app) => {
  const permission = 'manageBlocks'
  const reads = { scope: 'admin:read:canonical_email_blocks', permission } as const
  const writes = { scope: 'admin:write:canonical_email_blocks', permission } as const

  server.get(
    PATH,
    { config: reads, schema: { querystring: Pagination } },
    async (request, reply) => {
      const query = app.db.selectFrom('canonical_email_block').selectAll()
      const load = (page: Page) => fetchPage(query, 'canonical_email_block.id', page)
      return (await listById(request, reply, { limits: LIMITS, load })).map(presentBlock)
    },
  )

  server.post(PATH, { config: writes, schema: { body: CreateBody } }, (request) => {
    const { email = '', canonical_email_hash: hash = '' } = request.body
    return actAs(app, request, async (tx, staff) => {
      const block = await blockCanonicalEmail(tx, { email, hash })
      await staff.audit({ action: 'create', target: targetOf(block) })
      return presentBlock(block)
    })
  })

  server.post(
    `${PATH}/test`,
    { config: { ...reads, readsOnly: true }, schema: { body: TestBody } },
    async (request) => (await canonicalEmailBlocksOf(app.db, request.body.email)).map(presentBlock),
  )

  server.get(`${PATH}/:id`, { config: reads, schema: { params: IdParams } }, async (request) =>
    presentBlock(await getCanonicalEmailBlock(app.db, request.params.id)),
  )

  server.delete(`${PATH}/:id`, { config: writes, schema: { params: IdParams } }, (request) =>
    actAs(app, request, async (tx, staff) => {
      const block = await unblockCanonicalEmail(tx, request.params.id)
      await staff.audit({ action: 'destroy', target: targetOf(block) })
      return {}
    }),
  )
}

/** @see https://docs.joinmastodon.org/entities/Admin_CanonicalEmailBlock/ */
function presentBlock({ id, canonical_email_hash }: CanonicalEmailBlock) {
  return { id, canonical_email_hash }
}

function targetOf({ id, canonical_email_hash }: CanonicalEmailBlock) {
  return { type: 'canonical_email_block', id, label: canonical_email_hash }
}
