import { Unprocessable } from '../../kernel/base/errors.ts'
import { jsonList, jsonObject, toJson } from '../../kernel/base/json.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { IdList } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { loadAccounts } from '../accounts/serializer.ts'
import { loadFamiliarFollowers } from './familiar-followers.ts'

/** maximum of accounts per request, the length of the longest page */
const MAX_IDS = 80

const IdsQuery = Type.Object({ id: Type.Optional(IdList) })

/** https://docs.joinmastodon.org/methods/accounts/#familiar_followers */
export const familiarFollowersRoute: Routes = (server, app) => {
  server.get(
    '/api/v1/accounts/familiar_followers',
    { config: { scope: 'read:follows' }, schema: { querystring: IdsQuery } },
    async (request) => {
      const ids = [...new Set(request.query.id ?? [])]
      if (ids.length > MAX_IDS) throw new Unprocessable(`At most ${MAX_IDS} accounts at once`)
      const asked = { ids, viewerId: viewerOf(request).id, now: app.clock() }
      const found = await loadFamiliarFollowers(app, asked)
      const accounts = await loadAccounts(app, [...new Set([...found.values()].flat())])
      const entities = [...found].map(([id, familiar]) => {
        const shown = familiar.map((one) => accounts.get(one)).filter((one) => one !== undefined)
        return jsonObject({ id: toJson(id), accounts: jsonList(shown) })
      })
      return jsonList(entities)
    },
  )
}
