import { renderAccounts } from '../../../features/accounts/serializer.ts'
import { Unauthorized } from '../../../kernel/base/errors.ts'
import { jsonList, jsonObject, toJson } from '../../../kernel/base/json.ts'
import { readCookie } from '../../../kernel/http/cookies.ts'
import { SESSION_COOKIE } from '../../../kernel/http/credentials.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { isKeptOut } from '../frame/signed-in.ts'
import { loadAccountsHere } from './accounts-here.ts'

/** Lists the accounts that are signed in in this browser; a token belongs to no browser. */
export const accountsHereRoutes: Routes = (server, app) => {
  server.get(
    '/api/rookery/v1/browser_accounts',
    { config: { scope: 'read:accounts' } },
    async (request, reply) => {
      const { auth } = request
      if (auth?.sessionId == null) throw new Unauthorized('This method requires a session')
      const here = await loadAccountsHere(app, request, readCookie(request, SESSION_COOKIE))
      const ids = here.filter(({ user }) => !isKeptOut(user)).map(({ user }) => user.id)
      reply.header('cache-control', 'private, no-store')
      const accounts = await renderAccounts(app, ids)
      return jsonList(
        accounts.map((account, at) =>
          jsonObject({ current: toJson(ids[at] === auth.user?.id), account }),
        ),
      )
    },
  )
}
