import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import { IdParams, Nullable, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import { presentDomainBlock } from '../../instance/domain-block-entity.ts'
import {
  blockDomain,
  changeDomainBlock,
  type DomainBlock,
  type DomainBlockChoices,
  getDomainBlock,
  unblockDomain,
} from '../../instance/domain-blocks.ts'
import { listById } from '../list-by-id.ts'

const PATH = '/api/v1/admin/domain_blocks'
const LIMITS = [100, 500] as const
const COMMENT = 5000

const Comment = Type.Optional(Nullable(Type.String({ maxLength: COMMENT })))
const choices = {
  severity: Type.Optional(
    Type.Union([Type.Literal('silence'), Type.Literal('suspend'), Type.Literal('noop')]),
  ),
  reject_media: Type.Optional(Type.Boolean()),
  reject_reports: Type.Optional(Type.Boolean()),
  private_comment: Comment,
  public_comment: Comment,
  obfuscate: Type.Optional(Type.Boolean()),
}
const Choices = Type.Object(choices)
const CreateBody = Type.Object({ domain: Type.Optional(Type.String()), ...choices })

/** @see https://docs.joinmastodon.org/methods/admin/domain_blocks/ (S-170…S-177) */
export const domainBlockRoutes: Routes = (server, app) => {
  const permission = 'manageFederation'
  const reads = { scope: 'admin:read:domain_blocks', permission } as const
  const writes = { scope: 'admin:write:domain_blocks', permission } as const

  server.get(
    PATH,
    { config: reads, schema: { querystring: Pagination } },
    async (request, reply) => {
      const query = app.db.selectFrom('domain_block').selectAll()
      const load = (page: Page) => fetchPage(query, 'domain_block.id', page)
      return (await listById(request, reply, { limits: LIMITS, load })).map(presentDomainBlock)
    },
  )

  server.post(PATH, { config: writes, schema: { body: CreateBody } }, async (request) => {
    const { domain = '', ...given } = request.body
    return actAs(app, request, async (tx, staff) => {
      const id = await blockDomain(tx, domain, readChoices(given))
      const block = await getDomainBlock(tx.db, id)
      await staff.audit({ action: 'create', target: targetOf(block), details: limitsOf(block) })
      return presentDomainBlock(block)
    })
  })

  server.get(`${PATH}/:id`, { config: reads, schema: { params: IdParams } }, async (request) =>
    presentDomainBlock(await getDomainBlock(app.db, request.params.id)),
  )

  const change = { params: IdParams, body: Choices }
  server.put(`${PATH}/:id`, { config: writes, schema: change }, (request) =>
    actAs(app, request, async (tx, staff) => {
      const before = await getDomainBlock(tx.db, request.params.id)
      await changeDomainBlock(tx, before.id, readChoices(request.body))
      const block = await getDomainBlock(tx.db, before.id)
      const details = { from: limitsOf(before), to: limitsOf(block) }
      await staff.audit({ action: 'update', target: targetOf(block), details })
      return presentDomainBlock(block)
    }),
  )

  server.delete(`${PATH}/:id`, { config: writes, schema: { params: IdParams } }, (request) =>
    actAs(app, request, async (tx, staff) => {
      const block = await getDomainBlock(tx.db, request.params.id)
      await unblockDomain(tx, block.id)
      await staff.audit({ action: 'destroy', target: targetOf(block), details: limitsOf(block) })
      return {}
    }),
  )
}

/** Blank comments become null. */
function readChoices(given: Static<typeof Choices>): Partial<DomainBlockChoices> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, value === '' ? null : value]))
}

function targetOf({ id, domain }: DomainBlock) {
  return { type: 'domain_block', id, label: domain }
}

function limitsOf(block: DomainBlock) {
  const { severity, reject_media, reject_reports, obfuscate, public_comment } = block
  return { severity, reject_media, reject_reports, obfuscate, public_comment }
}
