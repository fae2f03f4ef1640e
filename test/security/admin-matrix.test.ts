import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS, type Permission } from '../../src/kernel/http/permissions.ts'
import { ALL_SCOPES } from '../../src/kernel/http/scopes.ts'
import { addressOf, type GuardedRoute, guardedRoutes } from '../support/guarded-routes.ts'
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'
import { PageClient } from '../web/page-client.ts'

/** Every route of the staff; who may call it comes from the specification (A48, A70). */
async function staffRoutes(server: TestServer): Promise<GuardedRoute[]> {
  return (await guardedRoutes(server)).filter(({ auth }) => auth === 'admin')
}

const isWrite = (method: string) => method !== 'GET'

test('A48: whoever lacks the permission of a route of the staff gets nothing from it', async () => {
  await using server = await startTestServer()
  const people: { user: TestUser; bits: number }[] = [
    { user: await server.signUp('nobody'), bits: PERMISSIONS.inviteUsers },
  ]
  for (const [name, bit] of Object.entries(PERMISSIONS)) {
    if (name === 'administrator') continue
    const user = await signUpStaff(server, `with_${bit}`, [name as Permission])
    people.push({ user, bits: bit })
  }
  const routes = await staffRoutes(server)
  assert.ok(routes.length > 0)
  const wrong: string[] = []

  for (const route of routes) {
    for (const { user, bits } of people) {
      const may = route.permissions === 0 || (route.permissions & bits) !== 0
      const { statusCode } = await user.send(route.method, addressOf(route))
      if ((statusCode === 403) === may) {
        wrong.push(`${route.method} ${route.url} by ${user.username}: ${statusCode}`)
      }
    }
  }

  assert.deepEqual(wrong, [])
})

test('S-403: admin scopes cover the finer ones below them, and nothing else covers them', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const reader = await server.tokenFor(owner, 'admin:read')
  const finer = new Map(
    await Promise.all(
      ALL_SCOPES.filter((scope) => scope.startsWith('admin:read:')).map(
        async (scope) => [scope, await server.tokenFor(owner, scope)] as const,
      ),
    ),
  )
  const others = await server.tokenFor(
    owner,
    ALL_SCOPES.filter((scope) => !scope.startsWith('admin:read')).join(' '),
  )
  const wrong: string[] = []

  for (const route of await staffRoutes(server)) {
    const { method, url, scopes } = route
    if (method !== 'GET') continue
    const [whole, none] = [await reader.get(addressOf(route)), await others.get(addressOf(route))]
    if (whole.statusCode === 403) wrong.push(`${url} by admin:read`)
    if (none.statusCode !== 403) wrong.push(`${url} by everything else: ${none.statusCode}`)
    for (const [scope, client] of finer) {
      if (scopes.includes(scope)) continue
      const { statusCode } = await client.get(addressOf(route))
      if (statusCode !== 403) wrong.push(`${url} by ${scope}: ${statusCode}`)
    }
  }

  assert.deepEqual(wrong, [])
})

test('S-402, A48: nobody, and staff that may not sign in any more, get nothing', async () => {
  await using server = await startTestServer()
  const frozen = await server.signUp('frozen', { role: 'Owner' })
  const suspended = await server.signUp('suspended', { role: 'Owner' })
  await server.app.transact(async (tx) => {
    const { userId } = frozen
    await tx.db.updateTable('local_user').set({ disabled: true }).where('id', '=', userId).execute()
    const at = { suspended_at: tx.now }
    await tx.db.updateTable('account').set(at).where('id', '=', suspended.id).execute()
  })
  const wrong: string[] = []

  for (const route of await staffRoutes(server)) {
    const { method, url } = route
    for (const client of [server.anonymous, frozen, suspended]) {
      const { statusCode } = await client.send(method, addressOf(route))
      if (statusCode !== 403) wrong.push(`${method} ${url}: ${statusCode}`)
    }
  }

  assert.deepEqual(wrong, [])
})

test('S-400, S-401, A53: a session reads by itself, and writes with its own CSRF token alone', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const browser = new PageClient(server.http)
  await browser.signIn('owner', PASSWORD)
  await browser.get('/settings/account')
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const by = (headers: Record<string, string>) => (route: GuardedRoute) =>
    server.anonymous.send(route.method, addressOf(route), undefined, headers)
  const refused = {
    'without a token': by({ cookie }),
    'with a made-up token': by({ cookie, 'x-csrf-token': 'a'.repeat(43) }),
  }
  const admitted = {
    'with its token': by({ cookie, 'x-csrf-token': browser.csrfToken }),
    'by a bearer token beside the cookie': by({ cookie, authorization: `Bearer ${owner.token}` }),
  }
  const wrong: string[] = []

  const routes = await staffRoutes(server)
  for (const route of routes.filter(({ method }) => isWrite(method))) {
    const { method, url } = route
    for (const [how, call] of Object.entries(refused)) {
      const { statusCode } = await call(route)
      if (statusCode !== 403) wrong.push(`${method} ${url} ${how}: ${statusCode}`)
    }
  }
  for (const route of routes) {
    const { method, url } = route
    for (const [how, call] of Object.entries(admitted)) {
      const { statusCode } = await call(route)
      if ([401, 403, 500].includes(statusCode)) {
        wrong.push(`${method} ${url} ${how}: ${statusCode}`)
      }
    }
    if (!isWrite(method)) {
      const { statusCode } = await by({ cookie })(route)
      if (statusCode === 403) wrong.push(`${method} ${url} read by session: ${statusCode}`)
    }
  }

  assert.deepEqual(wrong, [])
})
