import { Forbidden } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { clientAddress } from '../../kernel/http/client-address.ts'
import { paginationLinks } from '../../kernel/http/link-header.ts'
import { pageOf } from '../../kernel/http/page-params.ts'
import { IdParams, Nullable, Pagination } from '../../kernel/http/params.ts'
import type { Auth, Routes, Viewer } from '../../kernel/http/routes.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import type { SignUp } from '../identity/sign-up/sign-up.ts'
import { getApplication } from '../oauth/clients.ts'
import { issueToken, presentToken } from '../oauth/tokens.ts'
import { createInvite, expireInvite, mayInvite, pageOfInvites, presentInvite } from './invites.ts'
import { signUpWithCode } from './sign-up.ts'

const SignUpBody = Type.Object({
  username: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  agreement: Type.Optional(Type.Boolean()),
  locale: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  date_of_birth: Type.Optional(Type.String()),
  invite_code: Type.Optional(Type.String()),
  time_zone: Type.Optional(Type.String()),
})
const InviteBody = Type.Object({
  max_uses: Type.Optional(Nullable(Type.Integer())),
  expires_in: Type.Optional(Nullable(Type.Integer())),
  autofollow: Type.Optional(Type.Boolean()),
  comment: Type.Optional(Type.String()),
})
const PAGE = 40

export const routes: Routes = (server, app) => {
  signUpRoute(server, app)
  inviteRoutes(server, app)
}

const signUpRoute: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/accounts/#create
  server.post(
    '/api/v1/accounts',
    {
      config: { scope: 'write:accounts', appToken: true, limits: ['sign_up'] },
      schema: { body: SignUpBody },
    },
    async (request) => {
      const { body } = request
      const application = await signUpApplication(app, request.auth)
      const input = signUpInput(body, clientAddress(request), application.id)
      const token = await signUpWithCode(app, input, body.invite_code ?? '', (tx, { userId }) =>
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

const PATH = '/api/rookery/v1/invites'

/** Users' invites: Rookery's own, see docs/spec/surface.tsv. */
const inviteRoutes: Routes = (server, app) => {
  const present = presenter(app)

  server.get(
    PATH,
    { config: { scope: 'read:accounts' }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfInvites(app.db, inviting(viewerOf(request)).userId, page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return rows.map(present)
    },
  )

  server.post(
    PATH,
    { config: { scope: 'write:accounts' }, schema: { body: InviteBody } },
    async (request) => {
      const { max_uses, expires_in, autofollow = false, comment = '' } = request.body
      const limits = { maxUses: max_uses ?? null, expiresIn: expires_in ?? null }
      const viewer = viewerOf(request)
      const input = { ...limits, autofollow, comment }
      return present(await app.transact((tx) => createInvite(tx, viewer, input)))
    },
  )

  server.delete(
    `${PATH}/:id`,
    { config: { scope: 'write:accounts' }, schema: { params: IdParams } },
    async (request) => {
      const { userId } = viewerOf(request)
      return present(await app.transact((tx) => expireInvite(tx, userId, request.params.id)))
    },
  )
}

function presenter(app: App) {
  return (invite: Parameters<typeof presentInvite>[1]) =>
    presentInvite(app.config, invite, app.clock())
}

/** @throws Forbidden if the user may not create invites */
function inviting(viewer: Viewer): Viewer {
  if (!mayInvite(viewer)) throw new Forbidden()
  return viewer
}

/** @throws Forbidden for a token with a user (S-273) */
async function signUpApplication(app: App, auth: Auth | null) {
  if (auth === null || auth.user !== null || auth.applicationId === null) {
    throw new Forbidden('This method requires an client credentials authentication')
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
    dateOfBirth: body.date_of_birth ?? '',
    locale: body.locale ?? '',
    timeZone: body.time_zone ?? null,
    ip,
    applicationId,
  }
}
