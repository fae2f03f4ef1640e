import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { Id, IdParams } from '../../kernel/http/params.ts'
import type { Routes, Server } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { KeywordBody } from './input.ts'
import { getFilter, getKeyword, loadRules } from './queries.ts'
import { addKeyword, changeKeyword } from './rules.ts'
import { presentKeyword } from './serializer.ts'

const READ = { scope: 'read:filters' } as const
const WRITE = { scope: 'write:filters' } as const
const FilterParams = Type.Object({ filter_id: Id })

/** @see https://docs.joinmastodon.org/methods/filters/#keywords-get */
export const keywordRoutes: Routes = (server, app) => {
  server.get(
    '/api/v2/filters/:filter_id/keywords',
    { config: READ, schema: { params: FilterParams } },
    async (request) => {
      const { filter_id: id } = request.params
      const filter = await getFilter(app.db, viewerOf(request).id, id)
      const { keywords } = await loadRules(app.db, [filter])
      return (keywords.get(id) ?? []).map(presentKeyword)
    },
  )

  // S-105: the id at the end of the longer path is ignored
  for (const end of ['', '/:id']) {
    server.post(
      `/api/v2/filters/:filter_id/keywords${end}`,
      { config: WRITE, schema: { params: FilterParams, body: KeywordBody } },
      async (request) => {
        const { id: accountId } = viewerOf(request)
        const { keyword, whole_word: wholeWord } = request.body
        const input = { accountId, filterId: request.params.filter_id, keyword, wholeWord }
        const id = await app.transact((tx) => addKeyword(tx, input))
        return presentKeyword(await getKeyword(app.db, accountId, id))
      },
    )
  }

  addRoutesOfOne(server, app, '/api/v2/filters/keywords/:id')
  addRoutesOfOne(server, app, '/api/v1/filters/keywords/:id')
}

/** S-105: both paths do the same, but the older one returns the removed keyword. */
function addRoutesOfOne(server: Server, app: App, path: string): void {
  server.get(path, { config: READ, schema: { params: IdParams } }, async (request) =>
    presentKeyword(await getKeyword(app.db, viewerOf(request).id, request.params.id)),
  )

  server.put(
    path,
    { config: WRITE, schema: { params: IdParams, body: KeywordBody } },
    async (request) => {
      const { id: accountId } = viewerOf(request)
      const { id } = request.params
      const { keyword, whole_word: wholeWord } = request.body
      const change = { accountId, id, keyword, wholeWord, remove: false }
      await app.transact((tx) => changeKeyword(tx, change))
      return presentKeyword(await getKeyword(app.db, accountId, id))
    },
  )

  server.delete(path, { config: WRITE, schema: { params: IdParams } }, async (request) => {
    const { id: accountId } = viewerOf(request)
    const { id } = request.params
    const before = await getKeyword(app.db, accountId, id)
    const change = { accountId, id, keyword: undefined, wholeWord: undefined, remove: true }
    await app.transact((tx) => changeKeyword(tx, change))
    return path.startsWith('/api/v1/') ? presentKeyword(before) : {}
  })
}
