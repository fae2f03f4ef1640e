import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { presentApplication, presentRegistered, registerApplication } from './applications.ts'
import { getApplication } from './clients.ts'

/** One text, or a list of texts. */
const Texts = Type.Unsafe<unknown>({
  published: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
})
const AppBody = Type.Object({
  client_name: Type.Optional(Type.String()),
  redirect_uris: Type.Optional(Texts),
  scopes: Type.Optional(Texts),
  website: Type.Optional(Type.String()),
})

export const appRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/apps/#create
  server.post(
    '/api/v1/apps',
    { config: { scope: 'public', limits: ['apps'] }, schema: { body: AppBody } },
    async ({ body }) => {
      const input = {
        name: body.client_name ?? '',
        redirectUris: textsOf(body.redirect_uris),
        scopes: textsOf(body.scopes).join(' '),
        website: body.website ?? null,
      }
      const registered = await app.transact((tx) => registerApplication(tx, input))
      return presentRegistered(registered, app.keys.vapid.publicKey)
    },
  )

  // https://docs.joinmastodon.org/methods/apps/#verify_credentials
  server.get(
    '/api/v1/apps/verify_credentials',
    { config: { scope: 'any', appToken: true, unconfirmed: true } },
    async ({ auth }) => {
      const application = await getApplication(app.db, auth?.applicationId ?? null)
      return presentApplication(application, app.keys.vapid.publicKey)
    },
  )
}

/** One text, or a list of texts; other values count as missing. */
function textsOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.filter((item) => typeof item === 'string')
}
