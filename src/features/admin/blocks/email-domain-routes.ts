import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import { loadAttempts } from '../../identity/sign-up/blocks/attempts.ts'
import {
  blockEmailDomain,
  type EmailDomainBlock,
  getEmailDomainBlock,
  unblockEmailDomain,
} from '../../identity/sign-up/blocks/email-domains.ts'
import { listById } from '../list-by-id.ts'

const PATH = '/api/v1/admin/email_domain_blocks'
const LIMITS = [100, 200] as const
/** seconds */
const DAY = 86_400

const CreateBody = Type.Object({
  domain: Type.Optional(Type.String()),
  allow_with_approval: Type.Optional(Type.Boolean()),
})

/** @see https://docs.joinmastodon.org/methods/admin/email_domain_blocks/ (S-185, S-189) */
export const emailDomainRoutes: Routes = (server, app) => {
  const permission = 'manageBlocks'
  const reads = { scope: 'admin:read:email_domain_blocks', permission } as const
  const writes = { scope: 'admin:write:email_domain_blocks', permission } as const

  server.get(
    PATH,
    { config: reads, schema: { querystring: Pagination } },
    async (request, reply) => {
      const query = app.db.selectFrom('email_domain_block').selectAll()
      const load = (page: Page) => fetchPage(query, 'email_domain_block.id', page)
      return renderBlocks(app, await listById(request, reply, { limits: LIMITS, load }))
    },
  )

  server.post(PATH, { config: writes, schema: { body: CreateBody } }, async (request) => {
    const { domain = '', allow_with_approval = false } = request.body
    const made = await actAs(app, request, async (tx, staff) => {
      const block = await blockEmailDomain(tx, domain, allow_with_approval)
      await staff.audit({
        action: 'create',
        target: targetOf(block),
        details: { allow_with_approval },
      })
      return block
    })
    return (await renderBlocks(app, [made]))[0]
  })

  server.get(`${PATH}/:id`, { config: reads, schema: { params: IdParams } }, async (request) => {
    const block = await getEmailDomainBlock(app.db, request.params.id)
    return (await renderBlocks(app, [block]))[0]
  })

  server.delete(`${PATH}/:id`, { config: writes, schema: { params: IdParams } }, (request) =>
    actAs(app, request, async (tx, staff) => {
      const block = await unblockEmailDomain(tx, request.params.id)
      await staff.audit({ action: 'destroy', target: targetOf(block) })
      return {}
    }),
  )
}

/** @see https://docs.joinmastodon.org/entities/Admin_EmailDomainBlock/ */
async function renderBlocks({ db, clock }: App, blocks: readonly EmailDomainBlock[]) {
  const ids = blocks.map(({ id }) => id)
  const attempts = await loadAttempts(db, ids, clock())
  return blocks.map(({ id, domain, allow_with_approval, created_at }) => ({
    id,
    domain,
    created_at: isoTime(created_at),
    history: (attempts.get(id) ?? []).map(({ day, accounts, uses }) => ({
      day: String(day * DAY),
      accounts: String(accounts),
      uses: String(uses),
    })),
    allow_with_approval,
  }))
}

function targetOf({ id, domain }: EmailDomainBlock) {
  return { type: 'email_domain_block', id, label: domain }
}
