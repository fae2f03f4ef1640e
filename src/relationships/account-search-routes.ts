import { renderAccounts } from '../accounts/serializer.ts'
import { BadRequest } from '../errors.ts'
import { viewerOf } from '../http/auth.ts'
import { limitOf, offsetFields } from '../http/params.ts'
import { spend } from '../http/rate-limits/limiter.ts'
import type { Routes } from '../http/routes.ts'
import { Type } from '../http/schema.ts'
import { jsonList } from '../json.ts'
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
      // a handle of another server may have to be asked for there
      if (resolve && q.slice(1).includes('@')) spend(request, 'on_demand')
      const search = { q, following, resolve, offset, limit }
      return jsonList(
        await renderAccounts(app, await searchAccounts(app, viewerOf(request), search)),
      )
    },
  )
}
