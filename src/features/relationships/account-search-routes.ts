import { BadRequest } from '../../kernel/base/errors.ts'
import { jsonList } from '../../kernel/base/json.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { limitOf, offsetFields } from '../../kernel/http/params.ts'
import { spend } from '../../kernel/http/rate-limits/limiter.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { renderAccounts } from '../accounts/serializer.ts'
import { searchAccounts } from './account-search.ts'

const SearchQuery = Type.Object({
  ...offsetFields,
  q: Type.Optional(Type.String()),
  following: Type.Boolean({ default: false }),
  resolve: Type.Boolean({ default: false }),
})

export const accountSearchRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/accounts/#search
  server.get(
    '/api/v1/accounts/search',
    { config: { scope: 'read:accounts' }, schema: { querystring: SearchQuery } },
    async (request) => {
      const { q, following, resolve, offset = 0 } = request.query
      if (q === undefined) throw new BadRequest('q is missing')
      const limit = limitOf(request.query, 40)
      // a remote handle may need a request to its server
      if (resolve && q.slice(1).includes('@')) await spend(request, 'on_demand')
      const search = { q, following, resolve, offset, limit }
      return jsonList(
        await renderAccounts(app, await searchAccounts(app, viewerOf(request), search)),
      )
    },
  )
}
