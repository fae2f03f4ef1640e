import { Demanded, IdParams } from '../../../kernel/http/params.ts'
import type { Permission } from '../../../kernel/http/permissions.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { enqueueMail } from '../../identity/mail-queue.ts'
import { replacePassword } from '../../identity/password-changes.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { randomSecret } from '../../identity/secrets.ts'
import {
  changeEmail,
  confirmUser,
  demandsConfirmation,
} from '../../identity/sign-up/confirmation.ts'
import { disableTwoFactor } from '../../identity/two-factor/two-factor.ts'
import { actUponUser } from './target.ts'

const PATH = '/api/rookery/v1/admin/accounts/:id'

const configFor = (permission: Permission) =>
  ({ scope: 'admin:write:accounts', permission }) as const

const EmailBody = Type.Object({ email: Demanded(Type.String()) })

/** Routes that change how accounts sign in. */
export const accessRoutes: Routes = (server, app) => {
  server.post(
    `${PATH}/disable_two_factor`,
    { config: configFor('manageUserAccess'), schema: { params: IdParams } },
    (request) =>
      actUponUser(app, request, request.params.id, async (tx, { userId }) =>
        (await disableTwoFactor(tx, userId)) ? { action: 'disable_two_factor' } : null,
      ),
  )

  server.post(
    `${PATH}/reset_password`,
    { config: configFor('manageUserAccess'), schema: { params: IdParams } },
    async (request) => {
      // a random password that nobody knows: only the mailed link leads to a new one
      const hash = await hashPassword(app.config, randomSecret())
      return actUponUser(app, request, request.params.id, async (tx, { userId }) => {
        await replacePassword(tx, userId, hash)
        enqueueMail(tx, { template: 'password_voided', userId })
        return { action: 'reset_password' }
      })
    },
  )

  server.post(
    `${PATH}/confirm_email`,
    { config: configFor('manageUsers'), schema: { params: IdParams } },
    (request) =>
      actUponUser(app, request, request.params.id, async (tx, { userId }) =>
        (await confirmUser(tx, userId)) ? { action: 'confirm_email' } : null,
      ),
  )

  server.post(
    `${PATH}/change_email`,
    {
      config: configFor('manageUserAccess'),
      schema: { params: IdParams, body: EmailBody },
    },
    async (request) => {
      const confirm = await demandsConfirmation(app)
      const { email } = request.body
      return actUponUser(app, request, request.params.id, async (tx, { userId }) => {
        await changeEmail(tx, { userId, email, confirm })
        return { action: 'change_email', details: { confirmation_awaited: confirm } }
      })
    },
  )
}
