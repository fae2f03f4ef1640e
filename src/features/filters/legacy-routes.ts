import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { IdParams } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import type { Static } from '../../kernel/http/schema.ts'
import { createFilter } from './filters.ts'
import { LegacyBody, readContext, readEnd } from './input.ts'
import { presentLegacy, updateLegacy } from './legacy.ts'
import { findFilters, getFilter, getKeyword, loadRules } from './queries.ts'
import { changeKeyword } from './rules.ts'

const PATH = '/api/v1/filters'
/** 14 November 2022 (S-017) */
const DEPRECATED = { deprecatedSince: 1_668_384_000 } as const
const READ = { scope: 'read:filters', ...DEPRECATED } as const
const WRITE = { scope: 'write:filters', ...DEPRECATED } as const

/** @see https://docs.joinmastodon.org/methods/filters/#v1 */
export const legacyRoutes: Routes = (server, app) => {
  server.get(PATH, { config: READ }, async (request) => {
    const filters = await findFilters(app.db, viewerOf(request).id)
    const { keywords } = await loadRules(app.db, filters)
    return filters.flatMap((filter) =>
      (keywords.get(filter.id) ?? []).map((keyword) => presentLegacy(filter, keyword)),
    )
  })

  server.post(PATH, { config: WRITE, schema: { body: LegacyBody } }, async (request) => {
    const { id: accountId } = viewerOf(request)
    const { body } = request
    const { phrase, whole_word: wholeWord } = body
    const change = { title: phrase ?? '', action: body.irreversible ? 'hide' : 'warn' } as const
    const id = await app.transact((tx) =>
      createFilter(tx, {
        accountId,
        change: { ...change, ...readShared(app, body) },
        keywords: [{ id: null, keyword: phrase, wholeWord, remove: false }],
      }),
    )
    const filter = await getFilter(app.db, accountId, id)
    const { keywords } = await loadRules(app.db, [filter])
    return presentLegacy(filter, keywords.get(id)![0]!)
  })

  server.get(`${PATH}/:id`, { config: READ, schema: { params: IdParams } }, async (request) =>
    renderLegacy(app, viewerOf(request).id, request.params.id),
  )

  server.put(
    `${PATH}/:id`,
    { config: WRITE, schema: { params: IdParams, body: LegacyBody } },
    async (request) => {
      const { id: accountId } = viewerOf(request)
      const { id } = request.params
      const { phrase, whole_word: wholeWord, irreversible } = request.body
      const { context, expiresAt } = readShared(app, request.body)
      const change = { phrase, wholeWord, irreversible, context, expiresAt }
      await app.transact((tx) => updateLegacy(tx, { accountId, id, ...change }))
      return renderLegacy(app, accountId, id)
    },
  )

  server.delete(`${PATH}/:id`, { config: WRITE, schema: { params: IdParams } }, async (request) => {
    const input = { accountId: viewerOf(request).id, id: request.params.id }
    const change = { keyword: undefined, wholeWord: undefined, remove: true }
    await app.transact((tx) => changeKeyword(tx, { ...input, ...change }))
    return {}
  })
}

/** The values that belong to the filter rather than to its keyword. */
function readShared(app: App, { context, expires_in }: Static<typeof LegacyBody>) {
  return {
    ...(context === undefined ? {} : { context: readContext(context) }),
    ...(expires_in === undefined ? {} : { expiresAt: readEnd(expires_in, app.clock()) }),
  }
}

async function renderLegacy(app: App, accountId: string, id: string) {
  const keyword = await getKeyword(app.db, accountId, id)
  return presentLegacy(await getFilter(app.db, accountId, keyword.filter_id), keyword)
}
