import { Type } from 'typebox'
import type { App } from '../app.ts'
import { renderAccounts } from '../accounts/serializer.ts'
import { viewerIdOf, viewerOf } from '../http/auth.ts'
import { paginationLinks } from '../http/link-header.ts'
import { pageOf } from '../http/page.ts'
import { IdParams, Pagination } from '../http/params.ts'
import { spend } from '../http/rate-limits/limiter.ts'
import type { Routes, Server } from '../http/routes.ts'
import type { ApiScope } from '../http/scopes.ts'
import { jsonList } from '../json.ts'
import type { Tx } from '../transact.ts'
import { bookmarkStatus, unbookmarkStatus } from './bookmarks.ts'
import { muteConversation, unmuteConversation } from './conversation-mutes.ts'
import { favouriteStatus, type Interaction, unfavouriteStatus } from './favourites.ts'
import { favouritedByPage, markedPage, rebloggedByPage } from './lists.ts'
import { pinStatus, unpinStatus } from './pins.ts'
import { findStatus, getVisibleStatus } from './queries.ts'
import { readVisibility } from './input.ts'
import { reblogStatus, unreblogStatus } from './reblogs.ts'
import { renderHeads, renderStatus } from './serializer.ts'
import { NotFound } from '../errors.ts'

const ReblogBody = Type.Object({ visibility: Type.Optional(Type.String()) })

export const routes: Routes = (server, app) => {
  action(server, app, 'favourite', 'write:favourites', favouriteStatus)
  action(server, app, 'unfavourite', 'write:favourites', onOriginal(unfavouriteStatus))
  action(server, app, 'bookmark', 'write:bookmarks', bookmarkStatus)
  action(server, app, 'unbookmark', 'write:bookmarks', onOriginal(unbookmarkStatus))
  action(server, app, 'mute', 'write:mutes', muteConversation)
  action(server, app, 'unmute', 'write:mutes', unmuteConversation)
  action(server, app, 'pin', 'write:accounts', pinStatus)
  action(server, app, 'unpin', 'write:accounts', onOwn(unpinStatus))

  // https://docs.joinmastodon.org/methods/statuses/#boost
  server.post(
    '/api/v1/statuses/:id/reblog',
    {
      config: { scope: 'write:statuses', limits: ['statuses'] },
      schema: { params: IdParams, body: ReblogBody },
    },
    async (request) => {
      const author = viewerOf(request)
      spend(request, 'statuses')
      const visibility = readVisibility(request.body?.visibility || 'public')
      const input = { author, statusId: request.params.id, visibility }
      const id = await app.transact((tx) => reblogStatus(tx, input))
      return renderStatus(app, author, id)
    },
  )

  server.post(
    '/api/v1/statuses/:id/unreblog',
    { config: { scope: 'write:statuses', limits: ['delete'] }, schema: { params: IdParams } },
    async (request) => {
      const viewer = viewerOf(request)
      const statusId = await originalId(app, request.params.id)
      await app.transact((tx) => unreblogStatus(tx, { accountId: viewer.id, statusId }))
      return renderStatus(app, viewer, statusId)
    },
  )

  whoDid(server, app, 'favourited_by')
  whoDid(server, app, 'reblogged_by')
  marked(server, app, 'favourites', 'read:favourites')
  marked(server, app, 'bookmarks', 'read:bookmarks')
}

/** One of the actions that answer with the status they were about. */
function action(
  server: Server,
  app: App,
  name: string,
  scope: ApiScope,
  work: (tx: Tx, input: Interaction) => Promise<unknown>,
): void {
  server.post(
    `/api/v1/statuses/:id/${name}`,
    { config: { scope }, schema: { params: IdParams } },
    async (request) => {
      const viewer = viewerOf(request)
      const input = { accountId: viewer.id, statusId: request.params.id }
      const about = await app.transact((tx) => work(tx, input))
      return renderStatus(app, viewer, typeof about === 'string' ? about : input.statusId)
    },
  )
}

type Undoing = (tx: Tx, input: Interaction) => Promise<void>

/** For actions that are taken back: a reblog stands for its original, visible or not (S-337). */
function onOriginal(undo: Undoing) {
  return async (tx: Tx, input: Interaction): Promise<string> => {
    const status = await findStatus(tx.db, input.statusId)
    if (status === null) throw new NotFound()
    const statusId = status.reblog_of_id ?? status.id
    await undo(tx, { ...input, statusId })
    return statusId
  }
}

function onOwn(undo: Undoing) {
  return async (tx: Tx, input: Interaction): Promise<void> => {
    await getVisibleStatus(tx.db, input.accountId, input.statusId)
    await undo(tx, input)
  }
}

async function originalId(app: App, id: string): Promise<string> {
  const status = await findStatus(app.db, id)
  if (status === null) throw new NotFound()
  return status.reblog_of_id ?? status.id
}

function whoDid(server: Server, app: App, name: 'favourited_by' | 'reblogged_by'): void {
  server.get(
    `/api/v1/statuses/:id/${name}`,
    {
      config: { scope: 'read:accounts', anonymous: true, cache: 'page' },
      schema: { params: IdParams, querystring: Pagination },
    },
    async (request, reply) => {
      const viewerId = viewerIdOf(request)
      const status = await getVisibleStatus(app.db, viewerId, request.params.id)
      const page = pageOf(request.query, 40)
      const rows =
        name === 'favourited_by'
          ? await favouritedByPage(app.db, status.id, page)
          : await rebloggedByPage(app.db, viewerId, status.id, page)
      const ids = rows.map((row) => row.row_id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'since_id' })
      return jsonList(
        await renderAccounts(
          app,
          rows.map((row) => row.account_id),
        ),
      )
    },
  )
}

function marked(
  server: Server,
  app: App,
  name: 'favourites' | 'bookmarks',
  scope: ApiScope,
): void {
  server.get(
    `/api/v1/${name}`,
    { config: { scope }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const page = pageOf(request.query, 20)
      const table = name === 'favourites' ? 'favourite' : 'bookmark'
      const rows = await markedPage(app.db, table, viewer.id, page)
      const ids = rows.map((row) => row.row_id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderHeads(app, viewer, rows))
    },
  )
}
