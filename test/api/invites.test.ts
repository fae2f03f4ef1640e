import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Response } from 'light-my-request'
import { approveUser, setDisabled } from '../../src/features/identity/sign-up/activation.ts'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { PERMISSIONS } from '../../src/kernel/http/permissions.ts'
import { setAccount } from '../support/account-state.ts'
import { TestClient } from '../support/client.ts'
import { countQueries } from '../support/count-queries.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { registerClient } from '../web/oauth-client.ts'

const PATH = '/api/rookery/v1/invites'

async function appToken(server: TestServer): Promise<TestClient> {
  const client = await registerClient(server, 'read write')
  const response = await client.token({ grant_type: 'client_credentials', scope: 'read write' })
  return new TestClient(server.http, response.json().access_token)
}

let guests = 0
function join(application: TestClient, more: Record<string, unknown>): Promise<Response> {
  const username = `guest${++guests}`
  return application.post('/api/v1/accounts', {
    username,
    email: `${username}@example.org`,
    password: 'correct horse battery',
    agreement: true,
    locale: 'en',
    ...more,
  })
}

async function invite(user: TestUser, more: Record<string, unknown> = {}) {
  const response = await user.post(PATH, more)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const me = (server: TestServer, joined: Response) =>
  new TestClient(server.http, joined.json().access_token).get('/api/v1/accounts/verify_credentials')

/** Gives everybody, or nobody, the bits of a permission. */
async function everybodyMay(server: TestServer, permissions: number): Promise<void> {
  await server.app.transact(async (tx) => {
    await tx.db.updateTable('role').set({ permissions }).where('name', '=', '').execute()
    tx.emit({ type: 'settings.changed' })
  })
}

test('invitations are made, listed and ended by those who may', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')

  const made = await invite(alice, {
    max_uses: 5,
    expires_in: 3600,
    autofollow: true,
    comment: ' For the choir ',
  })
  const { id, code, created_at, expires_at, ...rest } = made
  assert.match(code, /^[a-zA-Z2-9]{12}$/)
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), HOUR)
  assert.deepEqual(rest, {
    url: `https://rookery.test/invite/${code}`,
    max_uses: 5,
    uses: 0,
    autofollow: true,
    comment: 'For the choir',
    valid: true,
  })
  for (let number = 1; number <= 4; number++) await invite(alice)
  const page = await alice.get(`${PATH}?limit=3`)
  assert.equal(page.json().length, 3)
  assert.match(String(page.headers.link), /rel="next"/)
  const rest2 = await alice.get(
    new URL(/<([^>]+)>; rel="next"/.exec(String(page.headers.link))![1]!).pathname +
      `?limit=3&max_id=${page.json()[2].id}`,
  )
  assert.deepEqual(rest2.json().at(-1), made)
  const few = await countQueries(server, () => alice.get(`${PATH}?limit=1`))
  assert.equal(await countQueries(server, () => alice.get(PATH)), few)
  assert.deepEqual((await bob.get(PATH)).json(), [])

  for (const bad of [
    { max_uses: 0 },
    { max_uses: 1e6 },
    { expires_in: 0 },
    { expires_in: 1e9 },
    { comment: 'x'.repeat(421) },
  ]) {
    const refused = await alice.post(PATH, bad)
    assert.equal(refused.statusCode, 422, JSON.stringify(bad))
  }
  const foreign = await bob.delete(`${PATH}/${id}`)
  const unknown = await bob.delete(`${PATH}/108020000000000000`)
  assert.equal(foreign.statusCode, 404)
  assert.equal(foreign.body, unknown.body, 'A51 A52')
  for (let time = 1; time <= 2; time++) {
    const ended = await alice.delete(`${PATH}/${id}`)
    assert.equal(ended.statusCode, 200, ended.body)
    assert.equal(ended.json().valid, false)
  }
  assert.equal((await server.anonymous.get(PATH)).statusCode, 401)
  assert.equal((await (await server.tokenFor(alice, 'read:accounts')).post(PATH)).statusCode, 403)

  assert.equal((await server.anonymous.get('/api/v1/instance')).json().invites_enabled, true)
  await everybodyMay(server, 0)
  assert.equal((await alice.post(PATH)).statusCode, 403)
  assert.equal((await alice.get(PATH)).statusCode, 403)
  assert.equal((await server.anonymous.get('/api/v1/instance')).json().invites_enabled, false)
})

test('an invitation lets somebody in while registrations are closed, to be approved', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const owner = await server.signUp('owner', { role: 'Owner' })
  const application = await appToken(server)
  const { code } = await invite(alice, { autofollow: true, max_uses: 1 })

  assert.equal((await join(application, {})).statusCode, 403)
  assert.equal((await join(application, { invite_code: 'nonsense' })).statusCode, 403)
  const joined = await join(application, { invite_code: code })
  assert.equal(joined.statusCode, 200, joined.body)
  const waiting = await me(server, joined)
  assert.equal(waiting.statusCode, 403, waiting.body)
  assert.match(waiting.json().error, /pending approval/, 'S-026')
  const used = (await alice.get(PATH)).json()[0]
  assert.deepEqual([used.uses, used.valid], [1, false])
  assert.equal((await join(application, { invite_code: code })).statusCode, 403, 'used up')
  const followers = () => alice.get(`/api/v1/accounts/${alice.id}/followers`)
  assert.deepEqual((await followers()).json(), [])

  const guest = await server.app.db
    .selectFrom('local_user')
    .where('approved', '=', false)
    .select(['id'])
    .executeTakeFirstOrThrow()
  await server.app.transact((tx) => approveUser(tx, guest.id))
  const { username } = (await me(server, joined)).json()
  assert.deepEqual(
    (await followers()).json().map((one: { username: string }) => one.username),
    [username],
  )

  const free = await invite(owner)
  const trusted = await join(application, { invite_code: free.code })
  assert.equal((await me(server, trusted)).statusCode, 200, 'the owner lets in without a look')
  await everybodyMay(server, PERMISSIONS.inviteUsers | PERMISSIONS.inviteBypassApproval)
  await server.set('registrations.mode', 'approval')
  const open = await invite(alice, { autofollow: true })
  const approved = await join(application, { invite_code: open.code })
  assert.equal((await me(server, approved)).statusCode, 200, 'so does everybody with the bit')
  assert.equal((await followers()).json().length, 2)
  const reasonless = await join(application, {})
  assert.equal(reasonless.statusCode, 422, 'who is not invited must say why')
  await server.set('single_user', true)
  assert.equal((await join(application, { invite_code: open.code })).statusCode, 403)
})

test('an invitation counts only while who made it may use the server and invite', async () => {
  await using server = await startTestServer()
  const application = await appToken(server)
  const spoil: Record<string, (user: TestUser) => Promise<unknown>> = {
    disabled: (user) => server.app.transact((tx) => setDisabled(tx, user.userId, true)),
    suspended: (user) => setAccount(server, user, { suspended_at: server.app.clock() }),
    expired: async () => {
      server.clock.now += 2 * HOUR
    },
    forbidden: () => everybodyMay(server, 0),
  }

  for (const [name, act] of Object.entries(spoil)) {
    const user = await server.signUp(`by_${name}`)
    const { code } = await invite(user, { expires_in: 3600 })
    const good = await join(application, { invite_code: code })
    assert.equal(good.statusCode, 200, good.body)
    await act(user)

    const refused = await join(application, { invite_code: code })

    assert.equal(refused.statusCode, 403, name)
    const page = await server.anonymous.send('GET', `/invite/${code}`, undefined, {
      accept: 'application/json',
    })
    assert.equal(page.statusCode, 401, name)
  }
})

test('of twenty who come at once by an invitation for three, three are let in', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice', { role: 'Owner' })
  const application = await appToken(server)
  const { code } = await invite(alice, { max_uses: 3 })

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => join(application, { invite_code: code })),
  )

  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  assert.deepEqual(statuses, [...Array(3).fill(200), ...Array(17).fill(403)])
  assert.equal((await alice.get(PATH)).json()[0].uses, 3)
  const users = await server.app.db.selectFrom('local_user').select('id').execute()
  assert.equal(users.length, 4, 'nothing is left of the others')
})

test('/invite/:code tells apps where to sign up', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { code } = await invite(alice)
  const ask = (path: string) =>
    server.anonymous.send('GET', path, undefined, { accept: 'application/json' })

  const answer = await ask(`/invite/${code}`)
  assert.equal(answer.statusCode, 200, answer.body)
  assert.deepEqual(answer.json(), {
    invite_code: code,
    instance_api_url: 'https://rookery.test/api/v2/instance',
  })
  const unknown = await ask('/invite/nonsense')
  assert.equal(unknown.statusCode, 401)
  assert.equal(typeof unknown.json().error, 'string')
})

test('S-270 S-272 S-303 where there is an age limit, a day of birth is asked for and not kept', async () => {
  await using server = await startTestServer()
  await server.set('registrations.mode', 'open')
  await server.set('registrations.min_age', 16)
  const application = await appToken(server)
  const now = new Date(server.app.clock())
  const day = (years: number, days: number) =>
    new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() + days))
      .toISOString()
      .slice(0, 10)
  const cases: [string | undefined, string][] = [
    [undefined, 'ERR_BLANK'],
    ['', 'ERR_BLANK'],
    ['yesterday', 'ERR_INVALID'],
    ['2001-02-31', 'ERR_INVALID'],
    [day(0, 3), 'ERR_INVALID'],
    [day(3, 0), 'ERR_BELOW_LIMIT'],
    [day(16, 1), 'ERR_BELOW_LIMIT'],
  ]

  for (const [date_of_birth, code] of cases) {
    const refused = await join(application, { date_of_birth })
    assert.equal(refused.statusCode, 422, refused.body)
    assert.deepEqual(Object.keys(refused.json().details), ['date_of_birth'])
    assert.equal(refused.json().details.date_of_birth[0].error, code, String(date_of_birth))
  }
  for (const date_of_birth of [day(16, 0), '1950-01-01']) {
    const joined = await join(application, { date_of_birth })
    assert.equal(joined.statusCode, 200, joined.body)
  }
  const { registrations } = (await server.anonymous.get('/api/v2/instance')).json()
  assert.equal(registrations.min_age, 16)
  await server.set('registrations.min_age', 0)
  assert.equal((await join(application, { date_of_birth: 'nonsense' })).statusCode, 200)
})
