import { NotFound } from '../../kernel/base/errors.ts'
import { normalizeId } from '../../kernel/base/ids.ts'
import { jsonList, jsonObject, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerIdOf, viewerOf } from '../../kernel/http/auth.ts'
import { limitOf, offsetFields } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import { loadAccounts, renderAccounts } from '../accounts/serializer.ts'
import { settings } from '../instance/settings.ts'
import { directoryPage } from './directory.ts'
import type { SuggestionSource } from './suggestion-sources.ts'
import { dismissSuggestion, loadSuggestions, type Suggestion } from './suggestions.ts'

/** default number of accounts per page; the maximum is twice that */
const PAGE = 40
/** unix seconds of the deprecation of version 1 (S-017) */
const V1_DEPRECATED = 1_621_123_200

const DirectoryQuery = Type.Object({
  ...offsetFields,
  order: Type.Optional(Type.String()),
  local: Type.Boolean({ default: false }),
})
const SuggestionsQuery = Type.Object(offsetFields)
// every id gets the same answer, so invalid ids are not rejected
const DismissParams = Type.Object({ account_id: Type.String() })

export const routes: Routes = (server, app) => {
  directoryRoute(server, app)
  suggestionRoutes(server, app)
}

/** https://docs.joinmastodon.org/methods/directory/#get */
const directoryRoute: Routes = (server, app) => {
  server.get(
    '/api/v1/directory',
    { config: { scope: 'public', cache: 'list' }, schema: { querystring: DirectoryQuery } },
    async (request) => {
      if (!(await app.cached.get(settings)).profile_directory) throw new NotFound()
      const { order, local, offset = 0 } = request.query
      const ids = await directoryPage(app.slowDb, {
        order: order === 'new' ? 'new' : 'active',
        local,
        offset,
        limit: limitOf(request.query, PAGE),
        viewerId: viewerIdOf(request),
        now: app.clock(),
      })
      return jsonList(await renderAccounts(app, ids))
    },
  )
}

const suggestionRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/suggestions/#v2
  server.get(
    '/api/v2/suggestions',
    { config: { scope: 'read:accounts' }, schema: { querystring: SuggestionsQuery } },
    async (request) => {
      const shown = await suggestionsOf(app, viewerOf(request).id, request.query)
      const accounts = await loadAccounts(
        app,
        shown.map(({ accountId }) => accountId),
      )
      const entities = shown.flatMap(({ accountId, sources }) => {
        const account = accounts.get(accountId)
        const source = toJson(LEGACY_SOURCES[sources[0]!])
        return account === undefined
          ? []
          : [jsonObject({ source, sources: toJson(sources), account })]
      })
      return jsonList(entities)
    },
  )

  // https://docs.joinmastodon.org/methods/suggestions/#v1
  server.get(
    '/api/v1/suggestions',
    {
      config: { scope: 'read:accounts', deprecatedSince: V1_DEPRECATED },
      schema: { querystring: SuggestionsQuery },
    },
    async (request) => {
      const shown = await suggestionsOf(app, viewerOf(request).id, request.query)
      const ids = shown.map(({ accountId }) => accountId)
      return jsonList(await renderAccounts(app, ids))
    },
  )

  // https://docs.joinmastodon.org/methods/suggestions/#remove
  server.delete(
    '/api/v1/suggestions/:account_id',
    { config: { scope: 'write:accounts' }, schema: { params: DismissParams } },
    async (request) => {
      const targetId = normalizeId(request.params.account_id)
      const { id } = viewerOf(request)
      if (targetId !== null) await app.transact((tx) => dismissSuggestion(tx, id, targetId))
      return toJson({})
    },
  )
}

/**
 * Sources for clients before Mastodon 4.3:
 * https://docs.joinmastodon.org/entities/Suggestion/#source
 */
const LEGACY_SOURCES: Record<SuggestionSource, string> = {
  featured: 'staff',
  friends_of_friends: 'past_interactions',
  similar_to_recently_followed: 'past_interactions',
  most_followed: 'global',
  most_interactions: 'global',
}

async function suggestionsOf(
  app: App,
  viewerId: string,
  query: Static<typeof SuggestionsQuery>,
): Promise<Suggestion[]> {
  const { offset = 0 } = query
  const all = await loadSuggestions(app, viewerId)
  return all.slice(offset, offset + limitOf(query, PAGE))
}
