import { isoTime } from '../../../kernel/base/json.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import {
  allowDomain,
  type DomainAllow,
  disallowDomain,
  findDomainAllow,
  getDomainAllow,
} from '../../instance/domain-allows.ts'
import { readDomain } from '../../instance/domain-names.ts'
import { listById } from '../list-by-id.ts'

const PATH = '/api/v1/admin/domain_allows'
const LIMITS = [100, 500] as const
const CreateBody = Type.Object({ domain: Type.Optional(Type.String()) })

/** @see https://docs.joinmastodon.org/methods/admin/domain_allows/ (S-178, S-179) */
export const domainAllowRoutes: Routes = (server, app) => {
  const permission = 'manageFederation'
  const reads = { scope: 'admin:read:domain_allows', permission } as const
  const writes = { scope: 'admin:write:domain_allows', permission } as const

  server.get(
    PATH,
    { config: reads, schema: { querystring: Pagination } },
    async (request, reply) => {
      const query = app.db.selectFrom('domain_allow').selectAll()
      const load = (page: Page) => fetchPage(query, 'domain_allow.id', page)
      return (await listById(request, reply, { limits: LIMITS, load })).map(presentDomainAllow)
    },
  )

  server.post(PATH, { config: writes, schema: { body: CreateBody } }, async (request) => {
    const { domain = '' } = request.body
    return actAs(app, request, async (tx, staff) => {
      const name = readDomain(tx.config, domain)
      const known = await findDomainAllow(tx.db, name)
      const allow = await getDomainAllow(tx.db, await allowDomain(tx, name))
      if (known === null) await staff.audit({ action: 'create', target: targetOf(allow) })
      else staff.unchanged()
      return presentDomainAllow(allow)
    })
  })

  server.get(`${PATH}/:id`, { config: reads, schema: { params: IdParams } }, async (request) =>
    presentDomainAllow(await getDomainAllow(app.db, request.params.id)),
  )

  server.delete(`${PATH}/:id`, { config: writes, schema: { params: IdParams } }, (request) =>
    actAs(app, request, async (tx, staff) => {
      const allow = await getDomainAllow(tx.db, request.params.id)
      await disallowDomain(tx, allow.id)
      await staff.audit({ action: 'destroy', target: targetOf(allow) })
      return {}
    }),
  )
}

/** @see https://docs.joinmastodon.org/entities/Admin_DomainAllow/ (S-135) */
export function presentDomainAllow({ id, domain, created_at }: DomainAllow) {
  return { id, domain, created_at: isoTime(created_at) }
}

function targetOf({ id, domain }: DomainAllow) {
  return { type: 'domain_allow', id, label: domain }
}
