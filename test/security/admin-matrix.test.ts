import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS, type Permission } from '../../src/http/permissions.ts'
import { accessOf } from '../../src/http/route-access.ts'
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'
import { PageClient } from '../web/page-client.ts'

/** Every route of the staff, from the routes themselves: none can be forgotten (A48). */
function staffRoutes(server: TestServer) {
  return server.http.routeList.flatMap(({ method, url, config = {} }) => {
    const [name = ''] = [method].flat()
    if (name === 'HEAD') return []
    const access = accessOf(name, url, config)
    return access?.admin ? [{ method: name, url, permissions: access.permissions }] : []
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
