import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_SCOPES, type ApiScope, covers } from '../../src/kernel/http/scopes.ts'
import { TestClient } from '../support/client.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { addressOf, type GuardedRoute, guardedRoutes } from '../support/guarded-routes.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Routes that look at a token, if only for one of the scopes. */
async function tokenRoutes(server: TestServer): Promise<GuardedRoute[]> {
  return (await guardedRoutes(server)).filter(({ scopes }) => scopes.length > 0)
}

test('A48, A70: no route lets a token through that lacks its scope', {
  skip: ON_SQLITE ? false : 'no database is asked what a scope covers',
}, async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const clients = new Map(
    await Promise.all(
      ALL_SCOPES.map(async (scope) => [scope, await server.tokenFor(alice, scope)] as const),
    ),
  )
  const routes = await tokenRoutes(server)
  assert.ok(routes.length > 70)
  const wrong: string[] = []

  for (const route of routes) {
    for (const [scope, client] of clients) {
      const enough = route.scopes.some((needed) => covers(new Set([scope]), needed as ApiScope))
      if (enough) continue
      const { statusCode } = await client.send(route.method, addressOf(route))
      if (statusCode !== route.refusal) {
        wrong.push(`${route.method} ${route.url} with ${scope}: ${statusCode}`)
      }
    }
  }

  assert.deepEqual(wrong, [])
})

test('A70: each scope that the specification names for a route is enough for it', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const wrong: string[] = []

  for (const route of await tokenRoutes(server)) {
    if (route.url.startsWith('/api/v1/streaming')) continue // never ends where it is let in
    for (const scope of route.scopes) {
      const client = await server.tokenFor(owner, scope)
      const { body } = await client.send(route.method, addressOf(route))
      if (body.includes('outside the authorized scopes')) {
        wrong.push(`${route.method} ${route.url} with ${scope}`)
      }
    }
  }

  assert.deepEqual(wrong, [])
})

test('A48, A70: a route that demands a token refuses none, a wrong and a revoked one', async () => {
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

  for (const route of await tokenRoutes(server)) {
    const { method, url, optional, auth } = route
    const path = addressOf(route)
    const answers = [
      [await revoked.send(method, path), 401] as const,
      // where anybody may ask, whoever has no token that we know is anybody (S-411)
      ...(optional
        ? []
        : ([
            // S-402
            [await server.anonymous.send(method, path), auth === 'admin' ? 403 : 401],
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

  for (const route of await tokenRoutes(server)) {
    if (route.optional || route.auth === 'app') continue
    const { statusCode } = await application.send(route.method, addressOf(route))
    if (statusCode !== 422 && statusCode !== route.refusal) {
      wrong.push(`${route.method} ${route.url}: ${statusCode}`)
    }
  }

  assert.deepEqual(wrong, [])
})
