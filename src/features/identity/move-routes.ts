import { viewerOf } from '../../kernel/http/auth.ts'
import { Demanded } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { getNamed } from '../accounts/alias-routes.ts'
import { renderCredentials } from '../accounts/credentials.ts'
import { moveAccount, unmoveAccount } from '../accounts/moves.ts'
import { refreshMoveTarget } from '../accounts/remote/moved-to.ts'
import { checkCurrentPassword } from './password-changes.ts'

const MoveBody = Type.Object({
  acct: Demanded(Type.String()),
  password: Type.String({ default: '' }),
})
const PATH = '/api/rookery/v1/account/move'

/** Moves an account with all followers, which moving back does not undo. */
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
