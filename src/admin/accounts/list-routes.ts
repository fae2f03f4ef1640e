import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { BadRequest } from '../../errors.ts'
import { paginationLinks } from '../../http/link-header.ts'
import { pageOf } from '../../http/page.ts'
import { Id, IdList, IdParams, paginationFields } from '../../http/params.ts'
import type { Routes } from '../../http/routes.ts'
import { type Static, Type } from '../../http/schema.ts'
import { type JsonText, jsonList } from '../../json.ts'
import { rolesThatCan } from '../../roles/roles.ts'
import { type AccountFilter, ORIGINS, pageOfAccountIds, STATES } from './filter.ts'
import { loadAdminAccounts, renderAdminAccount } from './serializer.ts'

/** S-201 */
const PAGE = 100

const Text = Type.Optional(Type.String())

const textFilters = {
  username: Text,
  display_name: Text,
  by_domain: Text,
  email: Text,
  ip: Text,
}

/** S-195: flags count when they are not blank, whatever their value. */
const LegacyQuery = Type.Object({
  ...paginationFields,
  ...textFilters,
  local: Text,
  remote: Text,
  active: Text,
  pending: Text,
  disabled: Text,
  sensitized: Text,
  silenced: Text,
  suspended: Text,
  staff: Text,
})

/** S-199 */
const Query = Type.Object({
  ...paginationFields,
  ...textFilters,
  origin: Text,
  status: Text,
  permissions: Text,
  role_ids: Type.Optional(IdList),
  invited_by: Type.Optional(Id),
})

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

/** S-196, S-197: the last of the flags wins. */
async function legacyFilter(app: App, query: Static<typeof LegacyQuery>): Promise<AccountFilter> {
  return {
    ...textsOf(query),
    origin: isGiven(query.remote) ? 'remote' : 'local',
    state: STATES.findLast((state) => isGiven(query[state])) ?? 'active',
    roleIds: isGiven(query.staff) ? await staffRoles(app) : undefined,
  }
}

async function filterOf(app: App, query: Static<typeof Query>): Promise<AccountFilter> {
  const { role_ids: roleIds, invited_by: invitedBy } = query
  return {
    ...textsOf(query),
    origin: oneOf(ORIGINS, query.origin, 'origin'),
    state: oneOf(STATES, query.status, 'status'),
    roleIds: query.permissions === 'staff' ? await staffRoles(app) : roleIds,
    invitedBy,
  }
}

function textsOf(query: Static<typeof Query> | Static<typeof LegacyQuery>): AccountFilter {
  return {
    username: given(query.username),
    displayName: given(query.display_name),
    domain: given(query.by_domain),
    email: given(query.email),
    ip: given(query.ip),
  }
}

function given(text: string | undefined): string | undefined {
  return text?.trim() || undefined
}

const isGiven = (text: string | undefined) => given(text) !== undefined

/** @throws BadRequest for a word that is none of them (S-022); blank is no filter */
function oneOf<T extends string>(
  words: readonly T[],
  text: string | undefined,
  name: string,
): T | undefined {
  const word = given(text)
  if (word === undefined) return undefined
  const known = words.find((one) => one === word)
  if (known === undefined) throw new BadRequest(`Unknown ${name}: ${word}`)
  return known
}

function staffRoles({ db }: App): Promise<string[]> {
  return rolesThatCan(db, 'manageReports')
}
