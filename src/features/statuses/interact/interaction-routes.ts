import { NotFound } from '../../../kernel/base/errors.ts'
import { type JsonText, jsonList } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { viewerIdOf, viewerOf } from '../../../kernel/http/auth.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import { spend } from '../../../kernel/http/rate-limits/limiter.ts'
import type { Routes, Server, Viewer } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import type { ApiScope } from '../../../kernel/http/scopes.ts'
import { renderAccounts } from '../../accounts/serializer.ts'
import { getUserSettings } from '../../accounts/user-settings.ts'
import { getOriginalId, getVisibleOriginal } from '../queries.ts'
import { favouritedByPage, markedPage, rebloggedByPage } from '../read/marked-lists.ts'
import { showPage } from '../read/send-page.ts'
import { renderListedStatuses, renderStatus } from '../read/serializer.ts'
import { findListedStatus } from '../read/status-rows.ts'
import { readVisibility } from '../write/input.ts'
import { bookmarkStatus, unbookmarkStatus } from './bookmarks.ts'
import { muteConversation, unmuteConversation } from './conversation-mutes.ts'
import { favouriteStatus, type Interaction, unfavouriteStatus } from './favourites.ts'
import { pinStatus, unpinStatus } from './pins.ts'
import { reblogStatus, unreblogStatus } from './reblogs.ts'

const ReblogBody = Type.Object({ visibility: Type.Optional(Type.String()) })

export const routes: Routes = (server, app) => {
  action(server, app, 'favourite', 'write:favourites', favouriteStatus)
  takingBack(server, app, 'unfavourite', { scope: 'write:favourites' }, unfavouriteStatus)
  action(server, app, 'bookmark', 'write:bookmarks', bookmarkStatus)
  takingBack(server, app, 'unbookmark', { scope: 'write:bookmarks' }, unbookmarkStatus)
  action(server, app, 'mute', 'write:mutes', muteConversation)
  action(server, app, 'unmute', 'write:mutes', unmuteConversation)
  action(server, app, 'pin', 'write:accounts', pinStatus)
  action(server, app, 'unpin', 'write:accounts', unpinStatus)
  const unreblog = { scope: 'write:statuses', limits: ['delete'] } as const
  takingBack(server, app, 'unreblog', unreblog, unreblogStatus)

  // https://docs.joinmastodon.org/methods/statuses/#boost
  server.post(
    '/api/v1/statuses/:id/reblog',
    {
      config: { scope: 'write:statuses', limits: ['statuses'] },
      schema: { params: IdParams, body: ReblogBody },
    },
    async (request) => {
      const author = viewerOf(request)
      await spend(request, 'statuses')
      const { default_privacy } = await getUserSettings(app.db, author.id)
      const visibility = readVisibility(request.body.visibility || default_privacy)
      const input = { author, statusId: request.params.id, visibility }
      const id = await app.transact((tx) => reblogStatus(tx, input))
      return renderStatus(app, author, id)
    },
  )

  whoDid(server, app, 'favourited_by')
  whoDid(server, app, 'reblogged_by')
  marked(server, app, 'favourites', 'read:favourites')
  marked(server, app, 'bookmarks', 'read:bookmarks')
}

/** An action that answers with its status; `work` returns the status's id. */
function action(
  server: Server,
  app: App,
  name: string,
  scope: ApiScope,
  work: (tx: Tx, input: Interaction) => Promise<string>,
): void {
  server.post(
    `/api/v1/statuses/:id/${name}`,
    { config: { scope }, schema: { params: IdParams } },
    async (request) => {
      const viewer = viewerOf(request)
      const input = { accountId: viewer.id, statusId: request.params.id }
      const statusId = await app.transact((tx) => work(tx, input))
      return renderStatus(app, viewer, statusId)
    },
  )
}

/** An action that undoes another; `undo` returns whether there was something to undo. */
function takingBack(
  server: Server,
  app: App,
  name: string,
  config: { scope: ApiScope; limits?: readonly string[] },
  undo: (tx: Tx, input: Interaction) => Promise<boolean>,
): void {
  server.post(
    `/api/v1/statuses/:id/${name}`,
    { config, schema: { params: IdParams } },
    async (request) => {
      const viewer = viewerOf(request)
      const statusId = await getOriginalId(app.db, request.params.id)
      const undone = await app.transact((tx) => undo(tx, { accountId: viewer.id, statusId }))
      return undone ? renderOnceMore(app, viewer, statusId) : renderStatus(app, viewer, statusId)
    },
  )
}

/**
 * Renders a status in the answer to the request that removed the viewer's mark from it, even if the
 * viewer may no longer see it (S-337): until then the mark gave access. Later requests follow the
 * access rule, as the mark is gone.
 */
async function renderOnceMore(app: App, viewer: Viewer, statusId: string): Promise<JsonText> {
  const row = await findListedStatus(app.db, statusId)
  const [text] = row === null ? [] : await renderListedStatuses(app, viewer, [row])
  if (text === undefined) throw new NotFound()
  return text
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
      const status = await getVisibleOriginal(app.db, viewerId, request.params.id)
      const page = pageOf(request.query, 40)
      const asked = { statusId: status.id, viewerId, now: app.clock() }
      const list = name === 'favourited_by' ? favouritedByPage : rebloggedByPage
      const rows = await list(app.db, asked, page)
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

function marked(server: Server, app: App, name: 'favourites' | 'bookmarks', scope: ApiScope): void {
  server.get(
    `/api/v1/${name}`,
    { config: { scope }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const page = pageOf(request.query, 20)
      const table = name === 'favourites' ? 'favourite' : 'bookmark'
      const rows = await markedPage(app.db, table, viewer.id, page)
      const cursors = rows.map((row) => row.row_id)
      return showPage(app, request, reply, { listed: rows, cursors, page, prev: 'min_id' })
    },
  )
}
