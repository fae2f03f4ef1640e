import assert from 'node:assert/strict'
import { NOTIFICATION_TYPES } from '../../src/features/notifications/types.ts'
import type { App } from '../../src/kernel/core/app.ts'
import type { TestClient } from './client.ts'
import { PushReceiver, type PushService, startPushService } from './push-service.ts'
import { startTestServer, type TestServer, type TestUser } from './server.ts'

export const PATH = '/api/v1/push/subscription'

export interface Stage extends AsyncDisposable {
  server: TestServer
  service: PushService
  alice: TestUser
  bob: TestUser
  serverKey: string
}

export async function start(): Promise<Stage> {
  const service = await startPushService()
  const server = await startTestServer({ egressAllow: ['127.0.0.1/32'] })
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  return {
    server,
    service,
    alice,
    bob,
    serverKey: server.app.keys.vapid.publicKey,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

export const ALL_ALERTS = Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, true]))

export async function subscribe(
  stage: Stage,
  client: TestClient,
  path: string,
  more: { standard?: boolean; alerts?: object; policy?: string } = {},
) {
  const { standard = true, alerts = ALL_ALERTS, policy } = more
  const receiver = new PushReceiver(`${stage.service.origin}${path}`)
  const data = { alerts, ...(policy === undefined ? {} : { policy }) }
  const body = { subscription: receiver.subscription({ standard }), data }
  const response = await client.post(PATH, body)
  assert.equal(response.statusCode, 200, response.body)
  return { receiver, entity: response.json() }
}

export const count = async (app: App) =>
  (await app.db.selectFrom('push_subscription').select('id').execute()).length
