import { viewerOf } from '../../kernel/http/auth.ts'
import { IdParams } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { createFilter, deleteFilter, updateFilter } from './filters.ts'
import { FilterBody, readFilterChange, readKeywordChanges } from './input.ts'
import { keywordRoutes } from './keyword-routes.ts'
import { legacyRoutes } from './legacy-routes.ts'
import { renderFilter, renderFilters } from './serializer.ts'

const PATH = '/api/v2/filters'
const READ = { scope: 'read:filters' } as const
const WRITE = { scope: 'write:filters' } as const

export const routes: Routes = (server, app) => {
  keywordRoutes(server, app)
  legacyRoutes(server, app)

  // https://docs.joinmastodon.org/methods/filters/
  server.get(PATH, { config: READ }, async (request) => renderFilters(app.db, viewerOf(request).id))

  server.post(PATH, { config: WRITE, schema: { body: FilterBody } }, async (request) => {
    const { id: accountId } = viewerOf(request)
    const change = readFilterChange(request.body, app.clock())
    const keywords = readKeywordChanges(request.body.keywords_attributes)
    const id = await app.transact((tx) => createFilter(tx, { accountId, change, keywords }))
    return renderFilter(app.db, accountId, id)
  })

  server.get(`${PATH}/:id`, { config: READ, schema: { params: IdParams } }, async (request) =>
    renderFilter(app.db, viewerOf(request).id, request.params.id),
  )

  server.put(
    `${PATH}/:id`,
    { config: WRITE, schema: { params: IdParams, body: FilterBody } },
    async (request) => {
      const { id: accountId } = viewerOf(request)
      const { id } = request.params
      const change = readFilterChange(request.body, app.clock())
      const keywords = readKeywordChanges(request.body.keywords_attributes)
      await app.transact((tx) => updateFilter(tx, { accountId, id, change, keywords }))
      return renderFilter(app.db, accountId, id)
    },
  )

  server.delete(`${PATH}/:id`, { config: WRITE, schema: { params: IdParams } }, async (request) => {
    const { id: accountId } = viewerOf(request)
    await app.transact((tx) => deleteFilter(tx, { accountId, id: request.params.id }))
    return {}
  })
}
