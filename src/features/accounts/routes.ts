import { NotFound, Unprocessable } from '../../kernel/base/errors.ts'
import { jsonList } from '../../kernel/base/json.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { sendEmpty } from '../../kernel/http/empty-reply.ts'
import { localeOf } from '../../kernel/http/locale.ts'
import { IdList, IdParams } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { actorRoutes } from './actor-routes.ts'
import { aliasRoutes } from './alias-routes.ts'
import { renderCredentials } from './credentials.ts'
import { withFeatureRight } from './feature-policy.ts'
import { findAccountByHandle } from './handles.ts'
import { presentPreferences } from './preferences.ts'
import { profileRoutes } from './profile-routes.ts'
import { getReachableAccount, loadReachableAccounts } from './queries.ts'
import { suggestRefresh } from './remote/resolve.ts'
import { renderAccounts } from './serializer.ts'
import { getUserSettings } from './user-settings.ts'
import { webSettingsRoutes } from './web-settings-routes.ts'

/** maximum of accounts per request (S-521) */
const MAX_IDS = 40
/** unix seconds of the removal of identity proofs (S-017) */
const PROOFS_DEPRECATED = 1_648_598_400

const IdsQuery = Type.Object({ id: Type.Optional(IdList) })
const LookupQuery = Type.Object({ acct: Type.String({ default: '' }) })

const OPEN = { scope: 'read:accounts', anonymous: true, cache: 'page' } as const

export const routes: Routes = (server, app) => {
  actorRoutes(server, app)
  profileRoutes(server, app)
  aliasRoutes(server, app)
  ownRoutes(server, app)
  findingRoutes(server, app)
  accountRoutes(server, app)
  webSettingsRoutes(server, app)
}

const ownRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/accounts/#verify_credentials
  server.get(
    '/api/v1/accounts/verify_credentials',
    { config: { scope: ['profile', 'read:accounts'] } },
    (request) => renderCredentials(app, viewerOf(request).id),
  )

  // https://docs.joinmastodon.org/methods/preferences/
  server.get('/api/v1/preferences', { config: { scope: 'read:accounts' } }, async (request) =>
    presentPreferences(await getUserSettings(app.db, viewerOf(request).id), localeOf(request)),
  )
}

const findingRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/accounts/#index
  server.get(
    '/api/v1/accounts',
    { config: OPEN, schema: { querystring: IdsQuery } },
    async (request) => {
      const ids = [...new Set(request.query.id ?? [])]
      if (ids.length > MAX_IDS) throw new Unprocessable(`At most ${MAX_IDS} accounts at once`)
      const reachable = await loadReachableAccounts(app.db, ids)
      return jsonList(
        await renderAccounts(
          app,
          ids.filter((id) => reachable.has(id)),
        ),
      )
    },
  )

  // https://docs.joinmastodon.org/methods/accounts/#lookup
  server.get(
    '/api/v1/accounts/lookup',
    { config: OPEN, schema: { querystring: LookupQuery } },
    async (request) => {
      const account = await findAccountByHandle(app.db, app.config, request.query.acct)
      const [text] = account === null ? [] : await renderAccounts(app, [account.id])
      if (text === undefined) throw new NotFound()
      return text
    },
  )
}

const accountRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/accounts/#get
  server.get(
    '/api/v1/accounts/:id',
    { config: OPEN, schema: { params: IdParams } },
    async (request) => {
      const account = await getReachableAccount(app.db, request.params.id)
      const { id, domain } = account
      if (domain !== null && request.auth?.user != null) await suggestRefresh(app, id)
      const [text] = await renderAccounts(app, [id])
      if (text === undefined) throw new NotFound()
      return withFeatureRight(app.db, text, account, request.auth?.user?.id ?? null)
    },
  )

  // an optional feature of Mastodon 4.6 that Rookery does not have
  server.post(
    '/api/v1/accounts/:id/email_subscriptions',
    { config: { scope: 'public' } },
    (_, reply) => sendEmpty(reply, 404),
  )

  // https://docs.joinmastodon.org/methods/accounts/#identity_proofs
  server.get(
    '/api/v1/accounts/:id/identity_proofs',
    { config: { scope: 'any', deprecatedSince: PROOFS_DEPRECATED }, schema: { params: IdParams } },
    async (request) => {
      await getReachableAccount(app.db, request.params.id)
      return jsonList([])
    },
  )
}
