import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { startTestServer } from '../support/server.ts'

test('a block ends follows and requests both ways; unblocking brings nothing back', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.post(`/api/v1/accounts/${bob.id}/follow`)
  await setAccount(server, alice, { locked: true })
  await bob.post(`/api/v1/accounts/${alice.id}/follow`)

  const blocked = await alice.post(`/api/v1/accounts/${bob.id}/block`)
  const again = await alice.post(`/api/v1/accounts/${bob.id}/block`)
  const [seen] = (await bob.get(`/api/v1/accounts/relationships?id[]=${alice.id}`)).json()
  const unblocked = await alice.post(`/api/v1/accounts/${bob.id}/unblock`)
  await alice.post(`/api/v1/accounts/${bob.id}/unblock`)

  const none = { following: false, requested: false, requested_by: false }
  for (const response of [blocked, again]) {
    assert.equal(response.statusCode, 200, response.body)
    assert.partialDeepStrictEqual(response.json(), { ...none, blocking: true })
  }
  assert.partialDeepStrictEqual(seen, { ...none, blocked_by: true })
  assert.partialDeepStrictEqual(unblocked.json(), { ...none, blocking: false })
  assert.equal((await alice.get(`/api/v1/accounts/${bob.id}`)).json().followers_count, 0)
})

test('S-287 a mute may hide notifications and end by itself; muting again changes both', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const path = `/api/v1/accounts/${bob.id}/mute`

  const start = server.app.clock()
  const forever = await alice.post(path)
  const limited = await alice.post(path, { notifications: false, duration: 300 })
  const end = server.app.clock()
  const [listed] = (await alice.get('/api/v1/mutes')).json()
  server.clock.now += 301_000
  const [expired] = (await alice.get(`/api/v1/accounts/relationships?id[]=${bob.id}`)).json()

  const muting = { muting: true, muting_notifications: true, muting_expires_at: null }
  assert.partialDeepStrictEqual(forever.json(), muting)
  assert.partialDeepStrictEqual(limited.json(), {
    muting: true,
    muting_notifications: false,
  })
  const { muting_expires_at } = limited.json()
  assert.match(muting_expires_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const since = Date.parse(muting_expires_at) - 300_000
  assert.ok(since > start - 1000 && since <= end, muting_expires_at)
  assert.equal(listed.mute_expires_at.slice(0, 19), muting_expires_at.slice(0, 19))
  assert.partialDeepStrictEqual(expired, {
    muting: false,
    muting_notifications: false,
    muting_expires_at: null,
  })
  assert.deepEqual((await alice.get('/api/v1/mutes')).json(), [])
})

test('S-287 a job removes an expired mute, but not one that was prolonged', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const path = `/api/v1/accounts/${bob.id}/mute`
  const rows = () => server.app.db.selectFrom('mute').selectAll().execute()
  await alice.post(path, { duration: 60 })
  await alice.post(path, { duration: 120 })

  server.clock.now += 61_000
  await server.settle()
  const prolonged = await rows()
  server.clock.now += 60_000
  await server.settle()

  assert.equal(prolonged.length, 1)
  assert.deepEqual(await rows(), [])
})

test('unmute is idempotent; neither block nor mute does anything to oneself', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.post(`/api/v1/accounts/${bob.id}/mute`)

  for (let attempt = 1; attempt <= 2; attempt++) {
    const response = await alice.post(`/api/v1/accounts/${bob.id}/unmute`)
    assert.equal(response.statusCode, 200)
    assert.equal(response.json().muting, false)
  }
  for (const action of ['block', 'mute'] as const) {
    const response = await alice.post(`/api/v1/accounts/${alice.id}/${action}`)
    assert.equal(response.statusCode, 200)
    assert.partialDeepStrictEqual(response.json(), { blocking: false, muting: false })
  }
})

test('a follow and a block at once never both hold', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  for (let round = 0; round < 10; round++) {
    const bob = await server.signUp(`bob${round}`)
    const answers = await Promise.all([
      alice.post(`/api/v1/accounts/${bob.id}/follow`),
      bob.post(`/api/v1/accounts/${alice.id}/block`),
      alice.post(`/api/v1/accounts/${bob.id}/follow`),
    ])
    for (const { statusCode } of answers) assert.ok(statusCode === 200 || statusCode === 403)
    const [seen] = (await alice.get(`/api/v1/accounts/relationships?id[]=${bob.id}`)).json()
    assert.partialDeepStrictEqual(seen, { blocked_by: true, following: false, requested: false })
  }
  assert.equal((await alice.get(`/api/v1/accounts/${alice.id}`)).json().following_count, 0)
})

for (const way of ['the author blocks them', 'they block the author'] as const) {
  test(`A66 whoever a post names is not mentioned where ${way}`, async () => {
    await using server = await startTestServer()
    const alice = await server.signUp('alice')
    const bob = await server.signUp('bob')
    const earlier = await alice.publish('hello @bob', { visibility: 'direct' })
    if (way === 'the author blocks them') await alice.post(`/api/v1/accounts/${bob.id}/block`)
    else await bob.post(`/api/v1/accounts/${alice.id}/block`)
    await server.settle()
    await bob.post('/api/v1/notifications/clear')

    for (const visibility of ['direct', 'private', 'unlisted', 'public']) {
      const { id } = await alice.publish('hello @bob', { visibility })
      const shown = (await alice.get(`/api/v1/statuses/${id}`)).json()
      assert.deepEqual(shown.mentions, [], visibility)
      assert.equal(shown.content, '<p>hello @bob</p>')
      const seen = await bob.get(`/api/v1/statuses/${id}`)
      const forFew = visibility === 'direct' || visibility === 'private'
      const isHidden = forFew || way === 'the author blocks them'
      assert.equal(seen.statusCode, isHidden ? 404 : 200, visibility)
    }
    const edit = await alice.put(`/api/v1/statuses/${earlier.id}`, { status: 'a secret, @bob' })
    assert.equal(edit.statusCode, 200, edit.body)
    await server.settle()

    assert.deepEqual(edit.json().mentions, [])
    assert.equal((await bob.get(`/api/v1/statuses/${earlier.id}`)).statusCode, 404)
    assert.deepEqual((await bob.get('/api/v1/notifications')).json(), [])
    for (const { last_status: last } of (await bob.get('/api/v1/conversations')).json()) {
      assert.equal(last, null)
    }
    const own = (await alice.get('/api/v1/conversations')).json()
    const withBob = own.filter(({ accounts }: { accounts: { acct: string }[] }) =>
      accounts.some(({ acct }) => acct === 'bob'),
    )
    assert.ok(
      withBob.every(
        ({ last_status: last }: { last_status: { id: string } }) => last.id === earlier.id,
      ),
    )
  })
}
