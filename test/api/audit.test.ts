import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHttp } from '../../src/app/serve.ts'
import { actAs } from '../../src/features/audit/act.ts'
import { changeSetting, settings } from '../../src/features/instance/settings.ts'
import type { Routes } from '../../src/kernel/http/routes.ts'
import { TestClient } from '../support/client.ts'
import { startTestServer } from '../support/server.ts'

const config = { scope: 'admin:write', permission: 'manageSettings' } as const

/** Routes as somebody in a hurry writes them. */
const careless: Routes = (server, app) => {
  server.post('/api/v1/admin/around', { config }, async () => {
    await app.transact(async () => undefined)
    return {}
  })
  server.post('/api/v1/admin/silent', { config }, async (request) => {
    await actAs(app, request, (tx) => changeSetting(tx, 'title', 'Changed'))
    return {}
  })
  server.post('/api/v1/admin/reading', { config: { ...config, readsOnly: true } }, async () => ({}))
  server.post('/api/v1/admin/idle', { config }, async (request) => {
    await actAs(app, request, async (_tx, staff) => staff.unchanged())
    return {}
  })
}

test('S-205: a route of the staff that does not say what it does fails, and does nothing', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const http = await createHttp(server.app, [careless])
  const client = new TestClient(http, owner.token)
  const statusOf = async (name: string) => (await client.post(`/api/v1/admin/${name}`)).statusCode

  assert.equal(await statusOf('around'), 500)
  assert.equal(await statusOf('silent'), 500)
  assert.equal((await server.app.cached.get(settings)).title, 'Rookery')
  assert.equal(await statusOf('reading'), 200)
  assert.equal(await statusOf('idle'), 200)
  await http.close()
})
