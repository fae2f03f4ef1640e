import type { FastifyReply, FastifyRequest } from 'fastify'
import { extendJson, isoTime, type JsonText, jsonList } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerIdOf, viewerOf } from '../../kernel/http/auth.ts'
import { paginationLinks } from '../../kernel/http/link-header.ts'
import { pageOf } from '../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { getReachableAccount } from '../accounts/queries.ts'
import { loadAccounts, renderAccounts } from '../accounts/serializer.ts'
import {
  type ListedAccount,
  pageOfBlocks,
  pageOfFollowers,
  pageOfFollowing,
  pageOfFollowRequests,
  pageOfMutes,
} from './account-lists.ts'
import { hasBlocked } from './blocks-of-pair.ts'

/** default number of accounts per page; the maximum is twice that */
const PAGE = 40

export const listRoutes: Routes = (server, app) => {
  networkRoutes(server, app)
  ownListRoutes(server, app)
  mutesRoute(server, app)
}

const networkRoutes: Routes = (server, app) => {
  for (const [name, listing] of [
    ['followers', pageOfFollowers],
    ['following', pageOfFollowing],
  ] as const) {
    // https://docs.joinmastodon.org/methods/accounts/#followers
    server.get(
      `/api/v1/accounts/:id/${name}`,
      {
        config: { scope: 'read:accounts', anonymous: true, cache: 'page' },
        schema: { params: IdParams, querystring: Pagination },
      },
      async (request, reply) => {
        const viewerId = viewerIdOf(request)
        const { id } = request.params
        if (!(await showsNetwork(app, id, viewerId))) return jsonList([])
        const page = pageOf(request.query, PAGE)
        const rows = await listing(app.db, page, id, { viewerId, now: app.clock() })
        linkRows(request, reply, rows, page.limit)
        return jsonList(
          await renderAccounts(
            app,
            rows.map((row) => row.id),
          ),
        )
      },
    )
  }
}

const ownListRoutes: Routes = (server, app) => {
  for (const [path, scope, listing] of [
    ['blocks', 'read:blocks', pageOfBlocks],
    ['follow_requests', 'read:follows', pageOfFollowRequests],
  ] as const) {
    // https://docs.joinmastodon.org/methods/blocks/#get and methods/follow_requests/#get
    server.get(
      `/api/v1/${path}`,
      { config: { scope }, schema: { querystring: Pagination } },
      async (request, reply) => {
        const page = pageOf(request.query, PAGE)
        const rows = await listing(app.db, { accountId: viewerOf(request).id }, page)
        linkRows(request, reply, rows, page.limit)
        return jsonList(
          await renderAccounts(
            app,
            rows.map((row) => row.id),
          ),
        )
      },
    )
  }
}

/** https://docs.joinmastodon.org/methods/mutes/#get */
const mutesRoute: Routes = (server, app) => {
  server.get(
    '/api/v1/mutes',
    { config: { scope: 'read:mutes' }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const accountId = viewerOf(request).id
      const rows = await pageOfMutes(app.db, { accountId, now: app.clock() }, page)
      linkRows(request, reply, rows, page.limit)
      return renderMuted(app, rows)
    },
  )
}

/** Whether this viewer may see an account's followers and follows (S-279, S-280). */
async function showsNetwork(app: App, id: string, viewerId: string | null): Promise<boolean> {
  const account = await getReachableAccount(app.db, id)
  if (account.suspended_at !== null) return false
  if (viewerId === id) return true
  if (account.hide_collections) return false
  if (viewerId === null) return true
  return !(await hasBlocked(app.db, { accountId: id, targetId: viewerId }))
}

export function linkRows(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: readonly ListedAccount[],
  limit: number,
): void {
  const ids = rows.map((row) => row.cursor)
  paginationLinks(request, reply, { ids, limit, prev: 'since_id' })
}

/** https://docs.joinmastodon.org/entities/Account/#MutedAccount */
async function renderMuted(
  app: App,
  rows: readonly { id: string; expires_at: number | null }[],
): Promise<JsonText> {
  const accounts = await loadAccounts(
    app,
    rows.map((row) => row.id),
  )
  const texts = rows.flatMap(({ id, expires_at }) => {
    const account = accounts.get(id)
    const mute_expires_at = expires_at === null ? null : isoTime(expires_at)
    return account === undefined ? [] : [extendJson(account, { mute_expires_at })]
  })
  return jsonList(texts)
}
