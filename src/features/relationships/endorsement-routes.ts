import { type JsonText, jsonList } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerIdOf, viewerOf } from '../../kernel/http/auth.ts'
import { pageOf } from '../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { getReachableAccount } from '../accounts/queries.ts'
import { renderAccounts } from '../accounts/serializer.ts'
import type { ListedAccount } from './account-lists.ts'
import { hasBlocked } from './blocks-of-pair.ts'
import { allEndorsements, pageOfEndorsements } from './endorsements.ts'
import { linkRows } from './list-routes.ts'

/** default number of accounts per page; the maximum is twice that */
const PAGE = 40

export const endorsementRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/endorsements/#get
  server.get(
    '/api/v1/endorsements',
    { config: { scope: 'read:accounts' }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const { id } = viewerOf(request)
      const page = pageOf(request.query, PAGE)
      // S-044
      if (page.limit === 0) return renderListed(app, await allEndorsements(app.db, id))
      const asking = { viewerId: id, now: app.clock() }
      const rows = await pageOfEndorsements(app.db, page, id, asking)
      linkRows(request, reply, rows, page.limit)
      return renderListed(app, rows)
    },
  )

  // https://docs.joinmastodon.org/methods/accounts/#endorsements
  server.get(
    '/api/v1/accounts/:id/endorsements',
    {
      config: { scope: 'read:accounts', anonymous: true, cache: 'page' },
      schema: { params: IdParams, querystring: Pagination },
    },
    async (request, reply) => {
      const asking = { viewerId: viewerIdOf(request), now: app.clock() }
      const { id } = request.params
      if (!(await showsEndorsements(app, id, asking.viewerId))) return jsonList([])
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfEndorsements(app.db, page, id, asking)
      linkRows(request, reply, rows, page.limit)
      return renderListed(app, rows)
    },
  )
}

/**
 * Endorsements of suspended accounts (S-280), and of accounts that block the viewer, are hidden.
 */
async function showsEndorsements(app: App, id: string, viewerId: string | null): Promise<boolean> {
  const account = await getReachableAccount(app.db, id)
  if (account.suspended_at !== null) return false
  if (viewerId === null || viewerId === id) return true
  return !(await hasBlocked(app.db, { accountId: id, targetId: viewerId }))
}

async function renderListed(app: App, rows: readonly ListedAccount[]): Promise<JsonText> {
  const ids = rows.map((row) => row.id)
  return jsonList(await renderAccounts(app, ids))
}
