import type { App } from '../app.ts'
import { Forbidden, NotFound } from '../errors.ts'
import { viewerOf } from '../http/auth.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Auth, Routes } from '../http/routes.ts'
import { type Static, Type } from '../http/schema.ts'
import { getApplication } from './clients.ts'
import { resendConfirmation } from './confirmation.ts'
import { type SignUp, signUp } from './sign-up.ts'
import { issueToken, presentToken } from './tokens.ts'

const SignUpBody = Type.Object({
  username: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  agreement: Type.Optional(Type.Boolean()),
  locale: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  time_zone: Type.Optional(Type.String()),
})
const EmailBody = Type.Object({ email: Type.Optional(Type.String()) })

export const signUpRoutes: Routes = (server, app) => {
  accountRoute(server, app)
  emailRoutes(server, app)
}

const accountRoute: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/accounts/#create
  server.post(
    '/api/v1/accounts',
    {
      config: { scope: 'write:accounts', appToken: true, limits: ['sign_up'] },
      schema: { body: SignUpBody },
    },
    async (request) => {
      const application = await signUpApplication(app, request.auth)
      const input = signUpInput(request.body, clientAddress(request), application.id)
      const token = await signUp(app, input, (tx, { userId }) =>
        issueToken(tx, app.keys, {
          applicationId: application.id,
          userId,
          scopes: application.scopes,
        }),
      )
      return presentToken(token)
    },
  )
}

const emailRoutes: Routes = (server, app) => {
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
      await app.transact((tx) => resendConfirmation(tx, userId, request.body.email ?? null))
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

/** @throws Forbidden for a token with a user behind it (S-273) */
async function signUpApplication(app: App, auth: Auth | null) {
  if (auth === null || auth.user !== null || auth.applicationId === null) {
    throw new Forbidden('This method requires a client credentials authentication')
  }
  return getApplication(app.db, auth.applicationId)
}

function signUpInput(body: Static<typeof SignUpBody>, ip: string, applicationId: string): SignUp {
  return {
    username: body.username ?? '',
    email: body.email ?? '',
    password: body.password ?? '',
    agreement: body.agreement === true,
    reason: body.reason ?? '',
    locale: body.locale ?? '',
    timeZone: body.time_zone ?? null,
    ip,
    applicationId,
  }
}

/** @throws Forbidden unless the account was made with this application (S-286) */
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
