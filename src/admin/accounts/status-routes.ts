import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import { fetchPage, type Page } from '../../db/pagination.ts'
import { paginationLinks } from '../../http/link-header.ts'
import { pageOf } from '../../http/page.ts'
import { IdParams, Pagination } from '../../http/params.ts'
import type { Routes } from '../../http/routes.ts'
import { isoTime, type JsonText, jsonList, jsonObject, toJson } from '../../json.ts'
import { type StatusHead, selectHeads } from '../../statuses/heads.ts'
import { loadHeadTexts } from '../../statuses/serializer.ts'
import { getTarget } from './target.ts'

const PAGE = 40

/** A status that is there, or was deleted at some time (ms since 1970). */
type Head = StatusHead & { deleted_at: number | null }

/** What an account posted, as far as it was not meant for certain people alone; deleted ones for a while. */
export const statusRoutes: Routes = (server, app) => {
  server.get(
    '/api/rookery/v1/admin/accounts/:id/statuses',
    {
      config: {
        scope: 'admin:read:accounts',
        permission: ['manageUsers', 'manageReports'],
      },
      schema: { params: IdParams, querystring: Pagination },
    },
    async (request, reply) => {
      const target = await getTarget(app.db, request.params.id)
      const page = pageOf(request.query, PAGE)
      const heads = await pageOfHeads(app.db, target.id, page)
      const ids = heads.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderDeletable(app, heads))
    },
  )
}

function pageOfHeads(db: Db, accountId: string, page: Page): Promise<Head[]> {
  const query = selectHeads(db)
    .select('status.deleted_at')
    .where('status.account_id', '=', accountId)
    .where('status.visibility', '!=', 'direct')
  return fetchPage(query, 'status.id', page)
}

/** A boost of what is not for everybody is left out. */
async function renderDeletable(app: App, heads: readonly Head[]): Promise<JsonText[]> {
  const statuses = await loadHeadTexts(app, null, heads)
  return heads.flatMap(({ id, deleted_at }) => {
    const status = statuses.get(id)
    if (status === undefined) return []
    return [
      jsonObject({ status, deleted_at: toJson(deleted_at === null ? null : isoTime(deleted_at)) }),
    ]
  })
}
