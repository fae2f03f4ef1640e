import { getNamed } from '../accounts/alias-routes.ts'
import { renderCredentials } from '../accounts/credentials.ts'
import { moveAccount, unmoveAccount } from '../accounts/moves.ts'
import { refreshMoveTarget } from '../accounts/remote/moved-to.ts'
import { viewerOf } from '../http/auth.ts'
import { Demanded } from '../http/params.ts'
import type { Routes } from '../http/routes.ts'
import { Type } from '../http/schema.ts'
import { checkCurrentPassword } from './password-changes.ts'

const MoveBody = Type.Object({
  acct: Demanded(Type.String()),
  password: Type.String({ default: '' }),
})
const PATH = '/api/rookery/v1/account/move'

/** Moving to another account with all followers, which is not taken back by moving again. */
export const moveRoutes: Routes = (server, app) => {
  server.post(
    PATH,
    {
      config: { scope: 'write:accounts', limits: ['password_checks'] },
      schema: { body: MoveBody },
    },
    async (request) => {
      const { id, userId } = viewerOf(request)
      const { acct, password } = request.body
      await checkCurrentPassword(app, userId, password)
      const target = await refreshMoveTarget(app, await getNamed(app, acct))
      await app.transact((tx) => moveAccount(tx, { accountId: id, targetId: target.id }))
      return renderCredentials(app, id)
    },
  )

  server.delete(PATH, { config: { scope: 'write:accounts' } }, async (request) => {
    const { id } = viewerOf(request)
    await app.transact((tx) => unmoveAccount(tx, id))
    return renderCredentials(app, id)
  })
}
