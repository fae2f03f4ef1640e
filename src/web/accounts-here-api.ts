import { renderAccounts } from '../accounts/serializer.ts'
import { Unauthorized } from '../errors.ts'
import { readCookie } from '../http/cookies.ts'
import { SESSION_COOKIE } from '../http/credentials.ts'
import type { Routes } from '../http/routes.ts'
import { jsonList, jsonObject, toJson } from '../json.ts'
import { loadAccountsHere } from './accounts-here.ts'
import { isKeptOut } from './signed-in.ts'

/** Who is signed in in this browser; a token knows of no browser. */
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
