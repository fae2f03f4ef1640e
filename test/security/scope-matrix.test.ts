import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessOf } from '../../src/http/route-access.ts'
import { ALL_SCOPES, covers } from '../../src/http/scopes.ts'
import { TestClient } from '../support/client.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Every route that asks for a scope, from the routes themselves: none can be forgotten (A48). */
function guardedRoutes(server: TestServer) {
  return server.http.routeList.flatMap(({ method, url, config = {} }) => {
    const [name = ''] = [method].flat()
    if (name === 'HEAD') return []
    const access = accessOf(name, url, config)
    return access?.scopes == null ? [] : [{ method: name, url, access, scopes: access.scopes }]
  })
}

/** An address that a route answers; no such thing exists. */
const addressOf = (url: string) => url.replace(/:\w+/g, '1')

test('A48: no route lets a token through that lacks its scope', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const clients = new Map(
    await Promise.all(
      ALL_SCOPES.map(async (scope) => [scope, await server.tokenFor(alice, scope)] as const),
    ),
  )
  const routes = guardedRoutes(server)
  assert.ok(routes.length > 70)
  const wrong: string[] = []

  for (const { method, url, scopes } of routes) {
    for (const [scope, client] of clients) {
      const enough = scopes.some((needed) => covers(new Set([scope]), needed))
      if (enough) continue
      const { statusCode } = await client.send(method, addressOf(url))
      if (statusCode !== 403) wrong.push(`${method} ${url} with ${scope}: ${statusCode}`)
    }
  }

  assert.deepEqual(wrong, [])
})

test('A48: a route that demands a token refuses none, a wrong and a revoked one', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const revoked = await server.tokenFor(alice, 'read write follow push')
  await server.app.transact((tx) =>
    tx.db
      .updateTable('access_token')
      .set({ revoked_at: tx.now })
      .where('scopes', '=', 'read write follow push')
      .execute(),
  )
  const made = new TestClient(server.http, 'made-up')
  const wrong: string[] = []

  for (const { method, url, access } of guardedRoutes(server)) {
    const path = addressOf(url)
    const answers = [
      [await revoked.send(method, path), 401] as const,
      // where anybody may ask, whoever has no token that we know is anybody (S-411)
      ...(access.optional
        ? []
        : ([
            // S-402
            [await server.anonymous.send(method, path), access.admin ? 403 : 401],
            [await made.send(method, path), 401],
          ] as const)),
    ]
    for (const [{ statusCode }, expected] of answers) {
      if (statusCode !== expected) wrong.push(`${method} ${url}: ${statusCode}`)
    }
  }

  assert.deepEqual(wrong, [])
})

test('S-025: an application alone is no user, where a user is needed', async () => {
  await using server = await startTestServer()
  const application = await server.tokenFor(null, ALL_SCOPES.join(' '))
  const wrong: string[] = []

  for (const { method, url, access } of guardedRoutes(server)) {
    if (access.optional || access.appToken) continue
    const { statusCode } = await application.send(method, addressOf(url))
    if (statusCode !== 422 && statusCode !== 403) wrong.push(`${method} ${url}: ${statusCode}`)
  }

  assert.deepEqual(wrong, [])
})
