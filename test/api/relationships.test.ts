import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { startTestServer } from '../support/server.ts'

const KEYS = [
  'id',
  'following',
  'showing_reblogs',
  'notifying',
  'languages',
  'followed_by',
  'blocking',
  'blocked_by',
  'muting',
  'muting_notifications',
  'muting_expires_at',
  'requested',
  'requested_by',
  'domain_blocking',
  'endorsed',
  'note',
]

test('S-141 a relationship has all its parts, unset ones too', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')

  const response = await alice.get(`/api/v1/accounts/relationships?id=${bob.id}`)

  assert.equal(response.statusCode, 200, response.body)
  const [relationship] = response.json()
  assert.deepEqual(Object.keys(relationship).sort(), [...KEYS].sort())
  assert.partialDeepStrictEqual(relationship, {
    languages: null,
    note: '',
    muting_expires_at: null,
  })
})

test('relationships come in the order asked for; suspended accounts only with with_suspended', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await setAccount(server, carol, { suspended_at: 1 })
  const query = `id[]=${carol.id}&id[]=5&id[]=${alice.id}&id[]=${bob.id}&id[]=${bob.id}`

  const without = await alice.get(`/api/v1/accounts/relationships?${query}`)
  const all = await alice.get(`/api/v1/accounts/relationships?${query}&with_suspended=true`)
  const none = await alice.get('/api/v1/accounts/relationships')

  const idsOf = (response: typeof all) => response.json().map((one: { id: string }) => one.id)
  assert.deepEqual(idsOf(without), [alice.id, bob.id])
  assert.deepEqual(idsOf(all), [carol.id, alice.id, bob.id])
  assert.deepEqual(none.json(), [])
})

test('S-281 S-283 following again changes only what is given', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const path = `/api/v1/accounts/${bob.id}/follow`

  const first = await alice.post(path, { reblogs: false, languages: ['de', 'en'] })
  const second = await alice.post(path, { notify: true })
  const third = await alice.post(path, { languages: [] })

  assert.equal(first.statusCode, 200, first.body)
  const common = { following: true, requested: false, showing_reblogs: false }
  assert.partialDeepStrictEqual(first.json(), {
    ...common,
    notifying: false,
    languages: ['de', 'en'],
  })
  assert.partialDeepStrictEqual(second.json(), {
    ...common,
    notifying: true,
    languages: ['de', 'en'],
  })
  assert.partialDeepStrictEqual(third.json(), { ...common, notifying: true, languages: null })
  const rows = await server.app.db
    .selectFrom('follow')
    .select('id')
    .where('languages', 'is', null)
    .execute()
  assert.equal(rows.length, 1)
  const counts = { followers_count: 1, following_count: 0 }
  assert.partialDeepStrictEqual((await alice.get(`/api/v1/accounts/${bob.id}`)).json(), counts)
})

test('S-281 a locked account is asked, and so is everybody by a silenced one', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await setAccount(server, bob, { locked: true })
  await setAccount(server, carol, { silenced_at: 1 })

  const locked = await alice.post(`/api/v1/accounts/${bob.id}/follow`)
  const silenced = await carol.post(`/api/v1/accounts/${alice.id}/follow`)
  const seen = await bob.get(`/api/v1/accounts/relationships?id[]=${alice.id}`)
  const undone = await alice.post(`/api/v1/accounts/${bob.id}/unfollow`)

  for (const response of [locked, silenced]) {
    assert.equal(response.statusCode, 200, response.body)
    assert.partialDeepStrictEqual(response.json(), { following: false, requested: true })
  }
  assert.partialDeepStrictEqual(seen.json()[0], { requested_by: true, followed_by: false })
  assert.partialDeepStrictEqual(undone.json(), { following: false, requested: false })
})

test('S-281 an unlocked account elsewhere counts as followed before it has accepted', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const remote = await server.signUp('remote')
  await setAccount(server, remote, { domain: 'away.test' })

  const response = await alice.post(`/api/v1/accounts/${remote.id}/follow`, { notify: true })

  assert.partialDeepStrictEqual(response.json(), {
    following: true,
    requested: false,
    showing_reblogs: true,
    notifying: true,
  })
  const requests = await server.app.db.selectFrom('follow_request').selectAll().execute()
  assert.equal(requests.length, 1)
})

test('S-282 who cannot be followed', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const blocked = await server.signUp('blocked')
  const blocking = await server.signUp('blocking')
  const moved = await server.signUp('moved')
  const suspended = await server.signUp('suspended')
  await alice.post(`/api/v1/accounts/${blocked.id}/block`)
  await blocking.post(`/api/v1/accounts/${alice.id}/block`)
  await setAccount(server, moved, { moved_to_id: blocked.id })
  await setAccount(server, suspended, { suspended_at: 1 })

  for (const [id, status] of [
    [alice.id, 403],
    [blocked.id, 403],
    [blocking.id, 403],
    [moved.id, 403],
    [suspended.id, 404],
    ['7', 404],
  ] as const) {
    const response = await alice.post(`/api/v1/accounts/${id}/follow`)
    assert.equal(response.statusCode, status, `${id} ${response.body}`)
    assert.equal(typeof response.json().error, 'string')
  }
})

test('S-282 nobody follows more than 7500 accounts, or 1.1 times their followers', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const setCounts = (following_count: number, followers_count: number) =>
    server.app.transact(async (tx) => {
      await tx.db
        .updateTable('account_stats')
        .set({ following_count, followers_count })
        .where('account_id', '=', alice.id)
        .execute()
    })

  await setCounts(7500, 100)
  const refused = await alice.post(`/api/v1/accounts/${bob.id}/follow`)
  await setCounts(7500, 8000)
  const allowed = await alice.post(`/api/v1/accounts/${bob.id}/follow`)

  assert.equal(refused.statusCode, 422)
  assert.match(refused.json().error, /7500/)
  assert.equal(allowed.statusCode, 200, allowed.body)
})

test('S-285 a request is authorised once, with what the follower chose', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await setAccount(server, bob, { locked: true })
  await alice.post(`/api/v1/accounts/${bob.id}/follow`, { notify: true, languages: ['fr'] })

  const first = await bob.post(`/api/v1/follow_requests/${alice.id}/authorize`)
  const again = await bob.post(`/api/v1/follow_requests/${alice.id}/authorize`)
  const [mine] = (await alice.get(`/api/v1/accounts/relationships?id[]=${bob.id}`)).json()
  const notifications = (await bob.get('/api/v1/notifications')).json()

  assert.equal(first.statusCode, 200, first.body)
  assert.partialDeepStrictEqual(first.json(), { followed_by: true, requested_by: false })
  assert.equal(again.statusCode, 404)
  assert.partialDeepStrictEqual(mine, { following: true, notifying: true, languages: ['fr'] })
  assert.deepEqual(
    notifications.map((one: { type: string }) => one.type),
    ['follow'],
  )
})

test('S-285 a rejected request leaves nothing', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await setAccount(server, bob, { locked: true })
  await alice.post(`/api/v1/accounts/${bob.id}/follow`)

  const first = await bob.post(`/api/v1/follow_requests/${alice.id}/reject`)
  const again = await bob.post(`/api/v1/follow_requests/${alice.id}/reject`)

  assert.equal(first.statusCode, 200, first.body)
  assert.partialDeepStrictEqual(first.json(), { followed_by: false, requested_by: false })
  assert.equal(again.statusCode, 404)
  assert.deepEqual((await bob.get('/api/v1/notifications')).json(), [])
})

test('unfollow and remove_from_followers are idempotent and count', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.post(`/api/v1/accounts/${bob.id}/follow`)
  await bob.post(`/api/v1/accounts/${alice.id}/follow`)

  for (let attempt = 1; attempt <= 2; attempt++) {
    const unfollowed = await alice.post(`/api/v1/accounts/${bob.id}/unfollow`)
    const removed = await alice.post(`/api/v1/accounts/${bob.id}/remove_from_followers`)
    assert.equal(unfollowed.statusCode, 200, unfollowed.body)
    assert.partialDeepStrictEqual(removed.json(), { following: false, followed_by: false })
  }
  const account = (await alice.get(`/api/v1/accounts/${alice.id}`)).json()
  assert.partialDeepStrictEqual(account, { followers_count: 0, following_count: 0 })
})

test('S-521 a note holds 2000 characters; a blank one clears it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const path = `/api/v1/accounts/${bob.id}/note`

  const kept = await alice.post(path, { comment: 'x'.repeat(2000) })
  const changed = await alice.post(path, { comment: 'met at the fair' })
  const tooLong = await alice.post(path, { comment: 'x'.repeat(2001) })
  const [still] = (await alice.get(`/api/v1/accounts/relationships?id[]=${bob.id}`)).json()
  const cleared = await alice.post(path, { comment: ' ' })

  assert.equal(kept.json().note.length, 2000)
  assert.equal(changed.json().note, 'met at the fair')
  assert.equal(tooLong.statusCode, 422)
  assert.match(tooLong.json().error, /^Validation failed: /)
  assert.equal(still.note, 'met at the fair')
  assert.equal(cleared.json().note, '')
})

test('what a request cannot mean is refused', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const path = `/api/v1/accounts/${bob.id}`

  for (const [action, body] of [
    ['follow', { languages: ['no such'] }],
    ['follow', { languages: Array(300).fill('en') }],
    ['mute', { duration: -1 }],
    ['mute', { duration: 'a while' }],
    ['note', { comment: { nested: true } }],
  ] as const) {
    const response = await alice.post(`${path}/${action}`, body)
    assert.equal(response.statusCode, 422, `${action} ${response.body}`)
  }
})

test('scopes are asked for', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const path = `/api/v1/accounts/${bob.id}`
  const reader = await server.tokenFor(alice, 'read')

  for (const action of ['follow', 'unfollow', 'block', 'unblock', 'mute', 'unmute', 'note']) {
    assert.equal((await reader.post(`${path}/${action}`)).statusCode, 403, action)
    assert.equal((await server.anonymous.post(`${path}/${action}`)).statusCode, 401, action)
  }
  const follower = await server.tokenFor(alice, 'follow')
  assert.equal((await follower.post(`${path}/follow`)).statusCode, 200)
  assert.equal((await follower.post(`${path}/note`)).statusCode, 403)
})

test('twenty follows at once are one follow, counted once and told of once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')

  const path = `/api/v1/accounts/${bob.id}/follow`
  const responses = await Promise.all(Array.from({ length: 20 }, () => alice.post(path)))

  for (const response of responses) assert.equal(response.statusCode, 200, response.body)
  assert.equal((await alice.get(`/api/v1/accounts/${bob.id}`)).json().followers_count, 1)
  assert.equal((await bob.get('/api/v1/notifications')).json().length, 1)
})
