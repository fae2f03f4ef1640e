import { BadRequest, NotFound } from '../../../kernel/base/errors.ts'
import { shownId } from '../../../kernel/base/ids.ts'
import { jsonList } from '../../../kernel/base/json.ts'
import { fetchPage } from '../../../kernel/db/pagination.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { limitOf, ShortPagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { renderAccounts } from '../../accounts/serializer.ts'
import { idOfUngrouped } from '../group-key.ts'
import { countUnread, shownStop } from '../listing.ts'
import { membersOf } from '../queries.ts'
import { deleteNotification, removeGroup } from '../removal.ts'
import { COUNTED, selectionFields, selectionOf, TypesSupported } from '../selection.ts'
import { stillForStaff } from '../staff-access.ts'
import { GROUPABLE } from '../types.ts'
import { findGroup, pageOfGroups } from './groups.ts'
import type { GroupSelection } from './queries.ts'
import { renderGroups, renderPageOfGroups } from './serializer.ts'

const LIST = '/api/v2/notifications'
const PAGE = 40
const READ = { scope: 'read:notifications' } as const

const GroupsQuery = Type.Object({
  ...selectionFields,
  grouped_types: Type.Optional(Type.Array(Type.String())),
  expand_accounts: Type.Optional(Type.String()),
})

const OneQuery = Type.Object({
  ...TypesSupported.properties,
  expand_accounts: Type.Optional(Type.String()),
})

const GroupParams = Type.Object({ group_key: Type.String() })

/** https://docs.joinmastodon.org/methods/grouped_notifications/ */
export const groupRoutes: Routes = (server, app) => {
  server.get(
    LIST,
    { config: READ, schema: { querystring: GroupsQuery } },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const rendering = renderingOf(request.query)
      const page = pageOf(request.query, PAGE)
      const asked = groupsOf(request.query)
      const { groups, stopped } = await pageOfGroups(app, viewer.id, asked, page)
      const upwards = page.minId !== null
      const { body, shown } = await renderPageOfGroups(app, viewer, groups, {
        ...rendering,
        upwards,
      })
      const ids = shown.map(({ row }) => shownId(row.id))
      paginationLinks(request, reply, {
        ids,
        limit: page.limit,
        always: true,
        prev: 'min_id',
        stopped: shown.length < groups.length ? null : shownStop(stopped),
      })
      return body
    },
  )
  server.get(
    `${LIST}/unread_count`,
    { config: READ, schema: { querystring: GroupsQuery } },
    async (request) => {
      const limit = limitOf(request.query, COUNTED, COUNTED * 10)
      const selection = groupsOf(request.query)
      return { count: await countUnread(app, viewerOf(request), selection, limit) }
    },
  )
  oneGroupRoutes(server, app)
}

const oneGroupRoutes: Routes = (server, app) => {
  const one = `${LIST}/:group_key`
  server.get(
    one,
    { config: READ, schema: { params: GroupParams, querystring: OneQuery } },
    async (request) => {
      const viewer = viewerOf(request)
      const rendering = renderingOf(request.query)
      const group = await findGroup(app.db, viewer.id, request.params.group_key)
      if (group === null) throw new NotFound()
      return renderGroups(app, viewer, [group], rendering)
    },
  )
  server.get(
    `${one}/accounts`,
    { config: READ, schema: { params: GroupParams, querystring: ShortPagination } },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const members = membersOf(app.db, viewer.id, request.params.group_key)
      const page = pageOf(request.query, PAGE)
      const rows = await fetchPage(members, 'notification.id', page)
      const ids = rows.map((row) => shownId(row.id))
      paginationLinks(request, reply, { ids, limit: page.limit, always: true, prev: 'since_id' })
      const shown = await stillForStaff(app, viewer.id, rows)
      const accountIds = new Set(shown.map((row) => row.from_account_id))
      return jsonList(await renderAccounts(app, [...accountIds]))
    },
  )
  server.post(
    `${one}/dismiss`,
    { config: { scope: 'write:notifications' }, schema: { params: GroupParams } },
    async (request) => {
      const { id: accountId } = viewerOf(request)
      const { group_key: groupKey } = request.params
      const id = idOfUngrouped(groupKey)
      const known =
        id === null
          ? await removeGroup(app, accountId, groupKey)
          : await app.transact((tx) => deleteNotification(tx.db, accountId, id))
      if (!known) throw new NotFound()
      return {}
    },
  )
}

/** @throws BadRequest for an unknown value of `expand_accounts` (S-022) */
function renderingOf(query: Static<typeof OneQuery>) {
  const { expand_accounts: expand = 'full', supported_types: supported } = query
  if (expand !== 'full' && expand !== 'partial_avatars') {
    throw new BadRequest(
      `Invalid value for 'expand_accounts': '${expand}', allowed values are 'full' and 'partial_avatars'`,
    )
  }
  return { partial: expand === 'partial_avatars', supported }
}

function groupsOf(query: Static<typeof GroupsQuery>): GroupSelection {
  const { grouped_types: wanted } = query
  return {
    ...selectionOf(query),
    groupedTypes: GROUPABLE.filter((type) => wanted?.includes(type) ?? true),
  }
}
