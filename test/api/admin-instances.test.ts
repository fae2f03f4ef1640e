import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveRemoteEmojis } from '../../src/features/emojis/remote.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { deliveries, peerHost, queue, startInbox } from '../support/deliveries.ts'
import { entityOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { startNetwork } from '../support/network.ts'
import { insertRemoteAccount, receiveProfile } from '../support/remote-account.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const PATH = '/api/rookery/v1/admin/instances'

async function start() {
  const server = await startTestServer({ egressAllow: ['127.0.0.0/8'] })
  return { server, staff: await signUpStaff(server, 'staff', ['manageFederation', 'viewAuditLog']) }
}

function meet({ app }: TestServer, ...domains: string[]): Promise<string[]> {
  return Promise.all(
    domains.map((domain, at) => insertRemoteAccount(app, { username: `user${at}`, domain })),
  )
}

const namesOf = (list: { domain: string }[]) => list.map(({ domain }) => domain)

test('servers are listed by domain, page by page, with what is decided about them', async () => {
  const { server, staff } = await start()
  await using _ = server
  await meet(server, 'b.example', 'b.example', 'a.b.example', 'c.example')
  const block = (await staff.post('/api/v1/admin/domain_blocks', { domain: 'b.example' })).json()
  await staff.post('/api/v1/admin/domain_blocks', { domain: 'd.example', severity: 'suspend' })
  const allow = (await staff.post('/api/v1/admin/domain_allows', { domain: 'c.example' })).json()

  const list = entityOf(await staff.get(PATH), 'Admin::Instance[]')

  assert.deepEqual(namesOf(list), ['a.b.example', 'b.example', 'c.example', 'd.example'])
  assert.partialDeepStrictEqual(list[0], { accounts_count: 1, domain_block: block })
  assert.partialDeepStrictEqual(list[1], {
    accounts_count: 2,
    domain_block: block,
    domain_allow: null,
    availability: { state: 'ok', waiting_deliveries: 0, failing_since: null, last_error: null },
  })
  assert.ok(Date.parse(list[1].first_seen_at) <= server.app.clock())
  assert.deepEqual(list[2].domain_allow, allow)
  assert.partialDeepStrictEqual(list[3], { accounts_count: 0, first_seen_at: null })
  const first = await staff.get(PATH, { limit: 3, domain: 'EXAMPLE' })
  assert.deepEqual(namesOf((await staff.get(linksOf(first).next!)).json()), ['d.example'])
})

test('S-579 accounts count where they live: as they come, move, are displaced, go and return', async () => {
  const { server, staff } = await start()
  await using _ = server
  const { app } = server
  const counted = async () => {
    const list = entityOf(await staff.get(PATH), 'Admin::Instance[]')
    return Object.fromEntries(list.map((one: Counted) => [one.domain, one.accounts_count]))
  }
  const at = (host: string, name: string) => `https://${host}/users/${name}`
  const bob = { uri: at('one.example', 'bob'), username: 'bob' }

  await receiveProfile(app, bob)
  await receiveProfile(app, bob)
  await receiveProfile(app, { uri: at('one.example', 'eve'), username: 'eve' })
  assert.deepEqual(await counted(), { 'one.example': 2 })

  // its server moved to another host
  const moved = { ...bob, uri: at('web.one.example', 'bob'), domain: 'one.example' }
  await receiveProfile(app, moved)
  assert.deepEqual(await counted(), { 'one.example': 2 })
  assert.deepEqual(await placesOf(server), [
    'one.example one.example 1',
    'one.example web.one.example 1',
  ])

  await receiveProfile(app, { ...moved, domain: 'two.example' })
  assert.deepEqual(await counted(), { 'one.example': 1, 'two.example': 1 })

  // eve has got the name of bob, who is gone by that
  const heir = { uri: at('one.example', 'eve'), username: 'bob', domain: 'two.example' }
  await receiveProfile(app, heir)
  assert.deepEqual(await counted(), { 'two.example': 1 })

  assert.equal((await staff.post(`${PATH}/two.example/purge`)).statusCode, 200)
  await server.settle()
  assert.deepEqual(await counted(), {})
  await receiveProfile(app, heir)
  assert.deepEqual(await counted(), { 'two.example': 1 })
  assert.deepEqual(await placesOf(server), ['two.example one.example 1'])

  // stored by a process of the version before, while the table was made
  await app.transact(async ({ db }) => void (await db.deleteFrom('domain_host').execute()))
  await receiveProfile(app, heir)
  await receiveProfile(app, heir)
  assert.deepEqual(await counted(), { 'two.example': 1 })
  assert.deepEqual(await placesOf(server), ['two.example one.example 1'])
})

interface Counted {
  domain: string
  accounts_count: number
}

/** Where accounts live, counted from the accounts themselves, which is what the table must say. */
async function placesOf({ app: { db } }: TestServer): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('remote_actor', 'remote_actor.account_id', 'account.id')
    .where('account.deleted_at', 'is', null)
    .select((eb) => ['domain', 'host', eb.fn.countAll<number>().as('accounts_count')])
    .groupBy(['domain', 'host'])
    .orderBy('domain')
    .orderBy('host')
    .execute()
  const kept = await db
    .selectFrom('domain_host')
    .select(['domain', 'host', 'accounts_count'])
    .where('accounts_count', '>', 0)
    .orderBy('domain')
    .orderBy('host')
    .execute()
  assert.deepEqual(kept, rows)
  return rows.map(({ domain, host, accounts_count }) => `${domain} ${host} ${accounts_count}`)
}

test('servers are found by part of the domain and by how they are limited', async () => {
  const { server, staff } = await start()
  await using _ = server
  await meet(server, 'one.example', 'two_.example')
  for (const severity of ['suspend', 'silence', 'noop']) {
    await staff.post('/api/v1/admin/domain_blocks', { domain: `${severity}.example`, severity })
  }
  await staff.post('/api/v1/admin/domain_allows', { domain: 'one.example' })
  const found = async (query: Record<string, string>) =>
    namesOf((await staff.get(PATH, query)).json())

  assert.deepEqual(await found({ domain: 'e.ex' }), ['one.example', 'silence.example'])
  assert.deepEqual(await found({ domain: '_' }), ['two_.example'])
  for (const limited of ['suspend', 'silence', 'noop']) {
    assert.deepEqual(await found({ limited }), [`${limited}.example`])
  }
  assert.deepEqual(await found({ limited: 'allowed' }), ['one.example'])
  assert.deepEqual(await found({ limited: 'allowed', domain: 'two' }), [])
  assert.equal((await staff.get(PATH, { limited: 'somewhat' })).statusCode, 400)
})

test('a server shows how it can be reached, and what waits is sent again or dropped', async () => {
  const { server, staff } = await start()
  await using _ = server
  server.stopClock()
  await using inbox = await startInbox()
  const look = async () => entityOf(await staff.get(`${PATH}/far.example`), 'Admin::Instance')
  await insertRemoteAccount(server.app, {
    username: 'bob',
    domain: 'far.example',
    host: inbox.host,
  })
  inbox.reply = { status: 503 }
  await queue(server.app, [1, 2], { senderId: null, inboxes: [inbox.uri] })
  await server.settle()

  const failing = await look()
  assert.partialDeepStrictEqual(failing.availability, { state: 'failing', waiting_deliveries: 2 })
  assert.ok(failing.availability.failing_since && failing.availability.last_error)
  const find = async (availability: string) =>
    namesOf((await staff.get(PATH, { availability })).json())
  assert.deepEqual([await find('failing'), await find('unavailable')], [['far.example'], []])
  server.clock.now += 8 * DAY
  assert.equal((await look()).availability.state, 'unavailable')
  assert.deepEqual([await find('failing'), await find('unavailable')], [[], ['far.example']])
  server.clock.now -= 8 * DAY

  inbox.reply = { status: 202 }
  const restarted = await staff.post(`${PATH}/far.example/restart_deliveries`)
  await server.settle()
  assert.equal(entityOf(restarted, 'Admin::Instance').availability.state, 'ok')
  assert.equal((await peerHost(server.app, inbox.host)).failures, 0)
  assert.deepEqual(inbox.numbers(), [1, 1, 2])

  inbox.reply = { status: 503 }
  await queue(server.app, [3, 4], { senderId: null, inboxes: [inbox.uri] })
  await server.settle()
  const stopped = await staff.post(`${PATH}/far.example/stop_deliveries`)
  assert.equal(entityOf(stopped, 'Admin::Instance').availability.waiting_deliveries, 0)
  const states = (await deliveries(server.app)).map(({ state }) => state)
  assert.deepEqual(states, ['accepted', 'accepted', 'failed', 'failed'])
  const log = (
    await staff.get('/api/rookery/v1/admin/audit_log', { target_type: 'instance' })
  ).json()
  assert.deepEqual(
    log.map(({ action }: { action: string }) => action),
    ['stop_deliveries', 'restart_deliveries'],
  )
})

test('purging removes the accounts of a server, and of no other', async () => {
  const { server, staff } = await start()
  await using _ = server
  const ids = await meet(server, 'evil.example', 'evil.example', 'a.evil.example', 'good.example')

  const emoji = { uri: null, imageUrl: 'https://evil.example/e.png', updatedAt: null }
  await server.app.transact(async (tx) => {
    for (const domain of ['evil.example', 'good.example']) {
      await saveRemoteEmojis(tx, domain, [{ ...emoji, shortcode: 'grin' }])
    }
  })

  const { statusCode, body } = await staff.post(`${PATH}/EVIL.example/purge`)
  await server.settle()

  assert.deepEqual([statusCode, body], [200, '{}'])
  const rows = await server.app.db
    .selectFrom('account')
    .select(['id', 'deleted_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const gone = new Set(rows.flatMap((row) => (row.deleted_at === null ? [] : row.id)))
  assert.deepEqual(
    ids.map((id) => gone.has(id)),
    [true, true, false, false],
  )
  assert.equal((await staff.get(`${PATH}/evil.example`)).statusCode, 404)
  const emojis = await server.app.db.selectFrom('custom_emoji').select('domain').execute()
  assert.deepEqual(emojis, [{ domain: 'good.example' }])
})

test('what nothing is known of is not there', async () => {
  const { server, staff } = await start()
  await using _ = server

  for (const domain of ['unknown.example', '%20', 'rookery.test']) {
    assert.equal((await staff.get(`${PATH}/${domain}`)).statusCode, 404, domain)
    assert.equal((await staff.post(`${PATH}/${domain}/purge`)).statusCode, 404, domain)
  }
})

test('a server that is looked at is asked what runs there, once a week', async () => {
  await using network = await startNetwork(['home', 'away'])
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@away')
  await alice.resolve(bob.handle)
  const home = network.server('home')
  const staff = await signUpStaff(home, 'staff', ['manageFederation'])
  const look = async () => (await staff.get(`${PATH}/${encodeURIComponent(bob.domain)}`)).json()
  assert.deepEqual([(await look()).software, (await look()).version], [null, null])

  await network.settle()

  const { software, version } = await look()
  assert.equal(software, 'rookery')
  assert.match(version, /^\d+\.\d+\.\d+/)
  const asked = async () => (await home.app.db.selectFrom('peer_software').selectAll().execute())[0]
  const before = await asked()
  await network.settle()
  assert.deepEqual(await asked(), before)
  home.clock.now += 8 * DAY
  await look()
  await network.settle()
  assert.notEqual((await asked())?.asked_at, before?.asked_at)
})
