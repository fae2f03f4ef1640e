import type { FastifyReply, FastifyRequest } from 'fastify'
import { type JsonText, jsonList } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, paginationFields } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { type AccountFilter, pageOfAccountIds, STATES } from './filter.ts'
import {
  filterFields,
  filterOf,
  isGiven,
  staffRoles,
  textFilters,
  textsOf,
} from './filter-params.ts'
import { loadAdminAccounts, renderAdminAccount } from './serializer.ts'

/** S-201 */
const PAGE = 100

const Flag = Type.Optional(Type.String())

/** S-195: a flag counts if it is not blank, whatever its value. */
const LegacyQuery = Type.Object({
  ...paginationFields,
  ...textFilters,
  local: Flag,
  remote: Flag,
  active: Flag,
  pending: Flag,
  disabled: Flag,
  sensitized: Flag,
  silenced: Flag,
  suspended: Flag,
  staff: Flag,
})

const Query = Type.Object({ ...paginationFields, ...filterFields })

const config = {
  scope: 'admin:read:accounts',
  permission: 'manageUsers',
} as const

/** https://docs.joinmastodon.org/methods/admin/accounts/ */
export const listRoutes: Routes = (server, app) => {
  server.get(
    '/api/v1/admin/accounts',
    { config, schema: { querystring: LegacyQuery } },
    async (request, reply) =>
      renderPage(app, request, reply, await legacyFilter(app, request.query)),
  )

  server.get(
    '/api/v2/admin/accounts',
    { config, schema: { querystring: Query } },
    async (request, reply) => renderPage(app, request, reply, await filterOf(app, request.query)),
  )

  server.get('/api/v1/admin/accounts/:id', { config, schema: { params: IdParams } }, (request) =>
    renderAdminAccount(app, request.params.id),
  )
}

async function renderPage(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  filter: AccountFilter,
): Promise<JsonText> {
  const page = pageOf(request.query as Static<typeof Query>, PAGE)
  const ids = await pageOfAccountIds(app.slowDb, filter, page)
  const accounts = await loadAdminAccounts(app, ids)
  paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
  return jsonList(ids.map((id) => accounts.get(id)).filter((text) => text !== undefined))
}

/** S-196, S-197: the last flag takes precedence. */
async function legacyFilter(app: App, query: Static<typeof LegacyQuery>): Promise<AccountFilter> {
  return {
    ...textsOf(query),
    origin: isGiven(query.remote) ? 'remote' : 'local',
    state: STATES.findLast((state) => isGiven(query[state])) ?? 'active',
    roleIds: isGiven(query.staff) ? await staffRoles(app) : undefined,
  }
}
