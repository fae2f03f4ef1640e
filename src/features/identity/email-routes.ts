import { Forbidden, NotFound } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { clientAddress } from '../../kernel/http/client-address.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { spendMail } from './mail-limits.ts'
import { refuseBlockedEmail } from './sign-up/blocks/verdict.ts'
import { resendConfirmation } from './sign-up/confirmation.ts'

const EmailBody = Type.Object({ email: Type.Optional(Type.String()) })

/** Confirmation of the sign-up's e-mail address. */
export const emailRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/emails/#confirmation
  server.post(
    '/api/v1/emails/confirmations',
    {
      config: { scope: 'write:accounts', unconfirmed: true, limits: ['confirmations'] },
      schema: { body: EmailBody },
    },
    async (request) => {
      const { userId } = viewerOf(request)
      await checkCreator(app, userId, request.auth?.applicationId ?? null)
      const { email = null } = request.body
      if (email !== null) {
        await spendMail(request, 'confirmation', email)
        await refuseBlockedEmail(app, email, clientAddress(request))
      }
      await app.transact((tx) => resendConfirmation(tx, userId, email))
      return {}
    },
  )

  server.get(
    '/api/v1/emails/check_confirmation',
    { config: { scope: 'read:accounts', unconfirmed: true } },
    async (request, reply) => {
      const confirmed = viewerOf(request).barred !== 'unconfirmed'
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(confirmed))
    },
  )
}

/** @throws Forbidden unless this application created the account (S-286) */
async function checkCreator(app: App, userId: string, applicationId: string | null) {
  const user = await app.db
    .selectFrom('local_user')
    .select('application_id')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) throw new NotFound()
  if (applicationId === null || user.application_id !== applicationId) {
    throw new Forbidden(
      'This method is only available to the application the user originally signed-up with',
    )
  }
}
