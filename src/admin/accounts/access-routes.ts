import { Demanded, IdParams } from '../../http/params.ts'
import type { Permission } from '../../http/permissions.ts'
import type { Routes } from '../../http/routes.ts'
import { Type } from '../../http/schema.ts'
import { changeEmail, confirmUser, demandsConfirmation } from '../../oauth/confirmation.ts'
import { enqueueMail } from '../../oauth/mail-queue.ts'
import { setPassword } from '../../oauth/password-changes.ts'
import { hashPassword } from '../../oauth/passwords.ts'
import { randomSecret } from '../../oauth/secrets.ts'
import { disableTwoFactor } from '../../oauth/two-factor/two-factor.ts'
import { actUponUser } from './target.ts'

const PATH = '/api/rookery/v1/admin/accounts/:id'

const configFor = (permission: Permission) =>
  ({ scope: 'admin:write:accounts', permission }) as const

const EmailBody = Type.Object({ email: Demanded(Type.String()) })

/** How people sign in. */
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
      // nobody knows it: the link of the mail is the only way to another one
      const hash = await hashPassword(app.config, randomSecret())
      return actUponUser(app, request, request.params.id, async (tx, { userId }) => {
        await setPassword(tx, { userId, hash, exceptSession: null })
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
