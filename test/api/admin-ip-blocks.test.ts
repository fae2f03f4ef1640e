import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/app/compose/jobs.ts'
import { TestClient } from '../support/client.ts'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'
import { registerClient } from '../web/oauth-client.ts'

const PATH = '/api/v1/admin/ip_blocks'
const HOUR = 3600

async function start() {
  const server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
  await server.set('registrations.mode', 'open')
  return { server, staff: await signUpStaff(server, 'staff', ['manageBlocks']) }
}

let guests = 0
async function signUpFrom(server: TestServer, ip: string) {
  const client = await registerClient(server, 'read write')
  const response = await client.token({ grant_type: 'client_credentials', scope: 'read write' })
  const application = new TestClient(server.http, response.json().access_token)
  const username = `guest${++guests}`
  const body = {
    username,
    email: `${username}@example.org`,
    password: 'correct horse battery',
    agreement: true,
    locale: 'en',
  }
  return application.post('/api/v1/accounts', body, { 'x-forwarded-for': ip })
}

test('S-188: a block is made, changed and ended; its network has one spelling', async () => {
  const { server, staff } = await start()
  await using _ = server

  const made = entityOf(
    await staff.post(PATH, {
      ip: '203.0.113.77/24',
      severity: 'sign_up_block',
      comment: 'spam',
      expires_in: HOUR,
    }),
    'Admin::IpBlock',
  )
  assert.partialDeepStrictEqual(made, {
    ip: '203.0.113.0/24',
    severity: 'sign_up_block',
    comment: 'spam',
  })
  assert.equal(Date.parse(made.expires_at) - Date.parse(made.created_at), HOUR * 1000)
  const single = entityOf(
    await staff.post(PATH, { ip: '2001:DB8::1', severity: 'sign_up_requires_approval' }),
    'Admin::IpBlock',
  )
  assert.deepEqual([single.ip, single.expires_at, single.comment], ['2001:db8::1/128', null, ''])
  assert.deepEqual(entityOf(await staff.get(PATH), 'Admin::IpBlock[]'), [single, made])

  const changed = await staff.put(`${PATH}/${made.id}`, { comment: 'bots', expires_in: '' })
  const expected = { ...made, comment: 'bots', expires_at: null }
  assert.deepEqual(entityOf(changed, 'Admin::IpBlock'), expected)
  assert.deepEqual((await staff.get(`${PATH}/${made.id}`)).json(), expected)
  const ended = await staff.delete(`${PATH}/${made.id}`)
  assert.deepEqual([ended.statusCode, ended.json()], [200, {}])
  assert.equal((await staff.get(`${PATH}/${made.id}`)).statusCode, 404)
})

test('S-188: what is missing, wrong or there already is refused', async () => {
  const { server, staff } = await start()
  await using _ = server
  const { id } = (await staff.post(PATH, { ip: '192.0.2.1', severity: 'no_access' })).json()
  await staff.post(PATH, { ip: '192.0.2.2', severity: 'no_access' })

  for (const body of [
    {},
    { ip: '192.0.2.3' },
    { severity: 'no_access' },
    { ip: '', severity: 'no_access' },
    { ip: '192.0.2.300', severity: 'no_access' },
    { ip: '192.0.2.3/33', severity: 'no_access' },
    { ip: '192.0.2.3', severity: 'severe' },
    { ip: '192.0.2.3', severity: 'no_access', expires_in: -1 },
    { ip: '192.0.2.1/32', severity: 'sign_up_block' },
  ]) {
    const { statusCode } = await staff.post(PATH, body)
    assert.equal(statusCode, 422, JSON.stringify(body))
  }
  assert.equal((await staff.put(`${PATH}/${id}`, { ip: '192.0.2.2' })).statusCode, 422)
  assert.equal((await staff.put(`${PATH}/${id}`, { severity: 'severe' })).statusCode, 422)
})

test('nobody of the staff locks themselves out', async () => {
  const { server, staff } = await start()
  await using _ = server
  const from = { 'x-forwarded-for': '198.51.100.9' }

  const own = await staff.post(PATH, { ip: '198.51.100.0/24', severity: 'no_access' }, from)
  const signUps = await staff.post(PATH, { ip: '198.51.100.0/24', severity: 'sign_up_block' }, from)
  const raised = await staff.put(`${PATH}/${signUps.json().id}`, { severity: 'no_access' }, from)

  assert.deepEqual([own.statusCode, signUps.statusCode, raised.statusCode], [422, 200, 422])
})

test('S-188: each severity does what it says, at once, and no longer than it lasts', async () => {
  const { server, staff } = await start()
  await using _ = server
  const make = (ip: string, severity: string) =>
    staff.post(PATH, { ip, severity, expires_in: HOUR })
  await make('192.0.2.0/26', 'no_access')
  await make('192.0.2.64/26', 'sign_up_block')
  await make('192.0.2.128/26', 'sign_up_requires_approval')
  const signUps = async () => {
    const made = []
    for (const ip of ['192.0.2.1', '192.0.2.65', '192.0.2.129', '192.0.2.200']) {
      const { statusCode } = await signUpFrom(server, ip)
      made.push([statusCode, statusCode === 200 ? await approved(server) : null])
    }
    return made
  }
  const open = await server.anonymous.send('GET', '/api/v2/instance', undefined, {
    'x-forwarded-for': '192.0.2.2',
  })

  assert.equal(open.statusCode, 403)
  assert.deepEqual(await signUps(), [
    [403, null],
    [403, null],
    [200, false],
    [200, true],
  ])
  server.clock.now += (HOUR + 1) * 1000
  assert.deepEqual(await signUps(), Array(4).fill([200, true]))
  await jobs['ip_blocks.prune']!.run(server.app, {}, 1)
  assert.deepEqual((await staff.get(PATH)).json(), [])
})

async function approved({ app }: TestServer): Promise<boolean> {
  const row = await app.db
    .selectFrom('local_user')
    .select('approved')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.approved
}

test('S-189: it takes the permission to manage blocks', async () => {
  await using server = await startTestServer()
  const other = await signUpStaff(server, 'other', ['manageFederation', 'manageUsers'])

  assert.equal((await other.get(PATH)).statusCode, 403)
  const response = await other.post(PATH, { ip: '192.0.2.1', severity: 'no_access' })
  assert.equal(response.statusCode, 403)
})
