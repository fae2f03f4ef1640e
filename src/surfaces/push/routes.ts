import type { FastifyRequest } from 'fastify'
import {
  changeWishes,
  findSubscription,
  type Holder,
  removeSubscription,
  type Subscription,
  subscribe,
  unsubscribe,
} from '../../features/notifications/push-subscriptions.ts'
import { BadRequest, NotFound, Unauthorized } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { Demanded } from '../../kernel/http/params.ts'
import type { Auth, Routes } from '../../kernel/http/routes.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import { Data, readWishes } from './alerts.ts'
import { deviceRoutes } from './device-routes.ts'
import { readAddress } from './endpoint.ts'
import { readUnsubscribe } from './unsubscribe-link.ts'

const SubscriptionBody = Type.Object({
  subscription: Demanded(
    Type.Object({
      endpoint: Type.Optional(Type.String()),
      keys: Type.Optional(
        Type.Object({
          p256dh: Type.Optional(Type.String()),
          auth: Type.Optional(Type.String()),
        }),
      ),
      standard: Type.Optional(Type.Boolean()),
    }),
  ),
  data: Type.Optional(Data),
  policy: Type.Optional(Type.String()),
})
const ChangeBody = Type.Object({
  data: Type.Optional(Data),
  policy: Type.Optional(Type.String()),
})
const NumberParams = Type.Object({ id: Type.Integer() })
const UnsubscribeParams = Type.Object({ id: Type.String() })

export const routes: Routes = (server, app) => {
  subscriptionRoutes(server, app)
  sessionRoutes(server, app)
  deviceRoutes(server, app)
}

const PATH = '/api/v1/push/subscription'
const CONFIG = { scope: 'push' } as const

const subscriptionRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/push/#create
  server.post(PATH, { config: CONFIG, schema: { body: SubscriptionBody } }, (request) =>
    create(app, request, holderOf(request.auth), request.body),
  )

  // https://docs.joinmastodon.org/methods/push/#get
  server.get(PATH, { config: CONFIG }, async (request) =>
    present(app, await findSubscription(app.db, holderOf(request.auth))),
  )

  // https://docs.joinmastodon.org/methods/push/#update
  server.route({
    method: ['PUT', 'PATCH'],
    url: PATH,
    config: CONFIG,
    schema: { body: ChangeBody },
    handler: async (request) => {
      const { data, policy } = request.body as Static<typeof ChangeBody>
      const wishes = readWishes(data, policy)
      const holder = holderOf(request.auth)
      return present(app, await app.transact((tx) => changeWishes(tx, holder, wishes)))
    },
  })

  // https://docs.joinmastodon.org/methods/push/#delete
  server.delete(PATH, { config: CONFIG }, async (request) => {
    await app.transact((tx) => unsubscribe(tx, holderOf(request.auth)))
    return {}
  })
}

const WEB_PATH = '/api/web/push_subscriptions'

/** The same routes for a browser with a session cookie. */
const sessionRoutes: Routes = (server, app) => {
  server.post(WEB_PATH, { config: CONFIG, schema: { body: SubscriptionBody } }, (request) =>
    create(app, request, sessionOf(request.auth), request.body),
  )

  server.route({
    method: ['PUT', 'PATCH'],
    url: `${WEB_PATH}/:id`,
    config: CONFIG,
    schema: { params: NumberParams, body: ChangeBody },
    handler: async (request) => {
      const { data, policy } = request.body as Static<typeof ChangeBody>
      const wishes = readWishes(data, policy)
      const holder = sessionOf(request.auth)
      const { id } = request.params as Static<typeof NumberParams>
      const known = await findSubscription(app.db, holder)
      if (known?.number !== id) throw new NotFound()
      return present(app, await app.transact((tx) => changeWishes(tx, holder, wishes)))
    },
  })

  server.delete(
    `${WEB_PATH}/:id`,
    { config: { scope: 'public' }, schema: { params: UnsubscribeParams } },
    async (request) => {
      const id = readUnsubscribe(app, request.params.id)
      if (id === null) throw new NotFound()
      await app.transact((tx) => removeSubscription(tx, id))
      return {}
    },
  )
}

async function create(
  app: App,
  request: FastifyRequest,
  holder: Holder,
  body: Static<typeof SubscriptionBody>,
) {
  const { endpoint, keys, standard = false } = body.subscription
  if (endpoint === undefined) throw new BadRequest('subscription[endpoint] is missing')
  if (keys === undefined) throw new BadRequest('subscription[keys] is missing')
  const { p256dh = '', auth = '' } = keys
  const address = readAddress(app, { endpoint, p256dh, auth, standard })
  const wishes = readWishes(body.data, body.policy)
  const { id: accountId } = viewerOf(request)
  const made = await app.transact((tx) => subscribe(tx, accountId, holder, { address, wishes }))
  return present(app, made)
}

function holderOf(auth: Auth | null): Holder {
  if (auth?.tokenId != null) return { tokenId: auth.tokenId }
  return sessionOf(auth)
}

/** @throws Unauthorized for a token: only browsers with a session may use these routes */
function sessionOf(auth: Auth | null): Holder {
  if (auth?.sessionId == null) throw new Unauthorized('This method requires a session')
  return { sessionId: auth.sessionId }
}

/** @see https://docs.joinmastodon.org/entities/WebPushSubscription/ */
function present({ keys }: App, subscription: Subscription | null) {
  if (subscription === null) throw new NotFound()
  const { number: id, endpoint, standard, alerts, policy } = subscription
  return { id, endpoint, standard, alerts, server_key: keys.vapid.publicKey, policy }
}
