import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS, type Permission } from '../../src/http/permissions.ts'
import { accessOf } from '../../src/http/route-access.ts'
import { ALL_SCOPES } from '../../src/http/scopes.ts'
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'
import { PageClient } from '../web/page-client.ts'

/** Every route of the staff, from the routes themselves: none can be forgotten (A48). */
function staffRoutes(server: TestServer) {
  return server.http.routeList.flatMap(({ method, url, config = {} }) => {
    const [name = ''] = [method].flat()
    if (name === 'HEAD') return []
    const access = accessOf(name, url, config)
    if (access === null || !access.admin) return []
    const { permissions, scopes } = access
    return [{ method: name, url, permissions, scopes: scopes ?? [] }]
  })
}

const addressOf = (url: string) => url.replace(/:\w+/g, '1')
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
  const routes = staffRoutes(server)
  assert.ok(routes.length > 0)
  const wrong: string[] = []

  for (const { method, url, permissions } of routes) {
    for (const { user, bits } of people) {
      if (permissions === 0 || (permissions & bits) !== 0) continue
      const { statusCode } = await user.send(method, addressOf(url))
      if (statusCode !== 403) wrong.push(`${method} ${url} by ${user.username}: ${statusCode}`)
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

  for (const { method, url, scopes } of staffRoutes(server)) {
    if (method !== 'GET') continue
    const [whole, none] = [await reader.get(addressOf(url)), await others.get(addressOf(url))]
    if (whole.statusCode === 403) wrong.push(`${url} by admin:read`)
    if (none.statusCode !== 403) wrong.push(`${url} by everything else: ${none.statusCode}`)
    for (const [scope, client] of finer) {
      if (scopes.includes(scope)) continue
      const { statusCode } = await client.get(addressOf(url))
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

  for (const { method, url } of staffRoutes(server)) {
    for (const client of [server.anonymous, frozen, suspended]) {
      const { statusCode } = await client.send(method, addressOf(url))
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
  const by = (headers: Record<string, string>) => (method: string, url: string) =>
    server.anonymous.send(method, addressOf(url), undefined, headers)
  const refused = {
    'without a token': by({ cookie }),
    'with a made-up token': by({ cookie, 'x-csrf-token': 'a'.repeat(43) }),
  }
  const admitted = {
    'with its token': by({ cookie, 'x-csrf-token': browser.csrfToken }),
    'by a bearer token beside the cookie': by({ cookie, authorization: `Bearer ${owner.token}` }),
  }
  const wrong: string[] = []

  for (const { method, url } of staffRoutes(server).filter(({ method }) => isWrite(method))) {
    for (const [how, call] of Object.entries(refused)) {
      const { statusCode } = await call(method, url)
      if (statusCode !== 403) wrong.push(`${method} ${url} ${how}: ${statusCode}`)
    }
  }
  for (const { method, url } of staffRoutes(server)) {
    for (const [how, call] of Object.entries(admitted)) {
      const { statusCode } = await call(method, url)
      if ([401, 403, 500].includes(statusCode)) {
        wrong.push(`${method} ${url} ${how}: ${statusCode}`)
      }
    }
    if (!isWrite(method)) {
      const { statusCode } = await by({ cookie })(method, url)
      if (statusCode === 403) wrong.push(`${method} ${url} read by session: ${statusCode}`)
    }
  }

  assert.deepEqual(wrong, [])
})
