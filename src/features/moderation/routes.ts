import { jsonList } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { fetchPage, type Page } from '../../kernel/db/pagination.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { paginationLinks } from '../../kernel/http/link-header.ts'
import { pageOf } from '../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { appealWarning } from '../reports/appeals.ts'
import { loadWarnings } from '../reports/warnings.ts'

const PAGE = 40

const AppealBody = Type.Object({ text: Type.String({ default: '' }) })

/** The viewer's own warnings and appeals: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  server.get(
    '/api/rookery/v1/strikes',
    { config: { scope: 'read:accounts' }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const ids = await pageOfWarnings(app, viewerOf(request).id, page)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      const warnings = await loadWarnings(app, ids)
      return jsonList(ids.flatMap((id) => warnings.get(id) ?? []))
    },
  )

  server.post(
    '/api/rookery/v1/strikes/:id/appeal',
    {
      config: { scope: 'write:accounts' },
      schema: { params: IdParams, body: AppealBody },
    },
    async (request) => {
      const { id: warningId } = request.params
      const { id: accountId } = viewerOf(request)
      const { text } = request.body
      await app.transact((tx) => appealWarning(tx, { warningId, accountId, text }))
      return (await loadWarnings(app, [warningId])).get(warningId)
    },
  )
}

/** Ids of the warnings about an account, newest first. */
export async function pageOfWarnings(
  { db }: Pick<App, 'db'>,
  accountId: string,
  page: Page,
): Promise<string[]> {
  const query = db
    .selectFrom('account_warning')
    .select('id')
    .where('target_account_id', '=', accountId)
  return (await fetchPage(query, 'account_warning.id', page)).map(({ id }) => id)
}
