import { jsonList } from '../../kernel/base/json.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { paginationLinks } from '../../kernel/http/link-header.ts'
import { pageOf } from '../../kernel/http/page-params.ts'
import { Demanded, Id, IdParams, Pagination } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { getReachableAccount } from '../accounts/queries.ts'
import { renderAccounts } from '../accounts/serializer.ts'
import { changeList, createList, deleteList } from './lists.ts'
import { addMembers, removeMembers } from './members.ts'
import { getOwnList, type List, listsOf, listsWith, pageOfMembers } from './queries.ts'

/** default number of accounts per page; the maximum is twice that */
const PAGE = 40
/** maximum of accounts that one request adds or removes */
const MOST_AT_ONCE = 1000
/** above the maximum of follows: `limit=0` requests all (S-044) */
const ALL = 1_000_000

const ListBody = Type.Object({
  title: Type.Optional(Type.String()),
  replies_policy: Type.Optional(Type.String()),
  exclusive: Type.Optional(Type.Boolean()),
})
const MembersBody = Type.Object({
  account_ids: Demanded(Type.Array(Id, { maxItems: MOST_AT_ONCE })),
})

/** https://docs.joinmastodon.org/methods/lists/ */
export const routes: Routes = (server, app) => {
  listRoutes(server, app)
  memberRoutes(server, app)
  // https://docs.joinmastodon.org/methods/accounts/#lists
  server.get(
    '/api/v1/accounts/:id/lists',
    { config: { scope: 'read:lists' }, schema: { params: IdParams } },
    async (request) => {
      const { id: accountId } = await getReachableAccount(app.db, request.params.id)
      const ownerId = viewerOf(request).id
      return (await listsWith(app.db, { ownerId, accountId })).map(presentList)
    },
  )
}

const listRoutes: Routes = (server, app) => {
  const [read, write] = [{ scope: 'read:lists' }, { scope: 'write:lists' }] as const
  server.get('/api/v1/lists', { config: read }, async (request) =>
    (await listsOf(app.db, viewerOf(request).id)).map(presentList),
  )

  server.post('/api/v1/lists', { config: write, schema: { body: ListBody } }, async (request) => {
    const { id } = viewerOf(request)
    return presentList(await app.transact((tx) => createList(tx, id, request.body)))
  })

  server.get('/api/v1/lists/:id', { config: read, schema: { params: IdParams } }, async (request) =>
    presentList(await getOwnList(app.db, viewerOf(request).id, request.params.id)),
  )

  server.put(
    '/api/v1/lists/:id',
    { config: write, schema: { params: IdParams, body: ListBody } },
    async (request) => {
      const list = { accountId: viewerOf(request).id, listId: request.params.id }
      return presentList(await app.transact((tx) => changeList(tx, list, request.body)))
    },
  )

  server.delete(
    '/api/v1/lists/:id',
    { config: write, schema: { params: IdParams } },
    async (request) => {
      const list = { accountId: viewerOf(request).id, listId: request.params.id }
      await app.transact((tx) => deleteList(tx, list))
      return {}
    },
  )
}

const memberRoutes: Routes = (server, app) => {
  const path = '/api/v1/lists/:id/accounts'
  server.get(
    path,
    {
      config: { scope: 'read:lists' },
      schema: { params: IdParams, querystring: Pagination },
    },
    async (request, reply) => {
      const { id: listId } = await getOwnList(app.db, viewerOf(request).id, request.params.id)
      const page = pageOf(request.query, PAGE)
      const { limit } = page
      const rows = await pageOfMembers(app.db, { listId }, { ...page, limit: limit || ALL })
      const ids = rows.map((row) => row.cursor)
      paginationLinks(request, reply, { ids, limit, prev: 'since_id' })
      return jsonList(
        await renderAccounts(
          app,
          rows.map((row) => row.id),
        ),
      )
    },
  )

  for (const [method, change] of [
    ['POST', addMembers],
    ['DELETE', removeMembers],
  ] as const) {
    server.route({
      method,
      url: path,
      config: { scope: 'write:lists' },
      schema: { params: IdParams, body: MembersBody },
      handler: async (request) => {
        const ownerId = viewerOf(request).id
        const { id: listId } = request.params
        const accountIds = request.body.account_ids
        await app.transact((tx) => change(tx, { ownerId, listId, accountIds }))
        return {}
      },
    })
  }
}

/** https://docs.joinmastodon.org/entities/List/ (S-140) */
function presentList({ id, title, replies_policy, exclusive }: List) {
  return { id, title, replies_policy, exclusive }
}
