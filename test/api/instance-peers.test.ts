import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer } from '../support/server.ts'

test('S-308 S-035 domain blocks are shown to whom the setting says', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('rook')
  const asked = async () =>
    Promise.all([
      server.anonymous.get('/api/v1/instance/domain_blocks'),
      user.get('/api/v1/instance/domain_blocks'),
    ])

  for (const response of await asked()) {
    assert.equal(response.statusCode, 404)
    assert.equal(response.body, '')
  }
  await server.set('domain_blocks_shown', 'users')
  assert.deepEqual(
    (await asked()).map((response) => response.statusCode),
    [404, 200],
  )
  await server.set('domain_blocks_shown', 'everybody')
  for (const response of await asked()) assert.deepEqual(response.json(), [])
})

test('S-309 activity has twelve weeks, newest first, all strings', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('rook')
  await user.publish('hello')
  await server.settle()

  const response = await server.anonymous.get('/api/v1/instance/activity')

  assert.equal(response.statusCode, 200, response.body)
  const weeks: Record<string, string>[] = response.json()
  assert.equal(weeks.length, 12)
  assert.partialDeepStrictEqual(weeks[0], { statuses: '1', logins: '1', registrations: '1' })
  assert.partialDeepStrictEqual(weeks[1], { statuses: '0', logins: '0', registrations: '0' })
  for (const [index, week] of weeks.entries()) {
    assert.deepEqual(Object.keys(week), ['week', 'statuses', 'logins', 'registrations'])
    for (const value of Object.values(week)) assert.equal(typeof value, 'string')
    const start = new Date(Number(week.week) * 1000)
    assert.equal(start.getUTCDay(), 1)
    assert.equal(start.getTime() % DAY, 0)
    if (index > 0) assert.equal(Number(weeks[index - 1]!.week) - Number(week.week), 7 * 86_400)
  }
})

test('S-309 who was here in a week still counts when they come back later', async () => {
  await using server = await startTestServer()
  const monday = 4 * DAY // 5 January 1970
  server.clock.now = Math.ceil((server.clock.now - monday) / (7 * DAY)) * 7 * DAY + monday
  const user = await server.signUp('rook')
  await user.get('/api/v1/accounts/verify_credentials')
  await server.settle()
  server.runner.start()
  server.clock.now += 3_600_000
  await server.settle()

  server.clock.now += 7 * DAY
  await user.get('/api/v1/accounts/verify_credentials')
  await server.settle()

  const weeks = (await server.anonymous.get('/api/v1/instance/activity')).json()
  assert.deepEqual(
    weeks.slice(0, 3).map((week: { logins: string }) => week.logins),
    ['1', '1', '0'],
  )
})

test('S-309 peers are the domains of accounts from elsewhere, and can be searched', async () => {
  await using server = await startTestServer()
  for (const [username, domain] of [
    ['one', 'nest.example'],
    ['two', 'nest.example'],
    ['three', 'crows.example'],
  ] as const) {
    await insertRemoteAccount(server.app, { username, domain })
  }

  const peers = await server.anonymous.get('/api/v1/instance/peers')
  assert.equal(peers.statusCode, 200, peers.body)
  assert.deepEqual(peers.json(), ['crows.example', 'nest.example'])
  const search = async (q: string) =>
    (await server.anonymous.get('/api/v1/peers/search', { q })).json()
  assert.deepEqual(await search('NE'), ['nest.example'])
  assert.deepEqual(await search('example'), [])
  assert.deepEqual(await search(' '), [])
})

test('S-035 peers, their search and activity are an empty 404 where they are switched off', async () => {
  await using server = await startTestServer()
  await server.set('peers_shown', false)
  await server.set('activity_shown', false)

  for (const path of [
    '/api/v1/instance/peers',
    '/api/v1/peers/search',
    '/api/v1/instance/activity',
  ]) {
    const response = await server.anonymous.get(path)
    assert.equal(response.statusCode, 404, path)
    assert.equal(response.body, '', path)
    assert.equal(response.headers['content-type'], undefined, path)
  }
})

test('S-427 peers, their search and activity are 404 in limited federation mode', async () => {
  await using server = await startTestServer({ limitedFederationMode: true })
  const user = await server.signUp('rook')

  for (const path of [
    '/api/v1/instance/peers',
    '/api/v1/peers/search',
    '/api/v1/instance/activity',
  ]) {
    assert.equal((await user.get(path)).statusCode, 404, path)
  }
})
