import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

/** Notifications of an account, newest first: `type by username`. */
async function told(user: TestUser): Promise<string[]> {
  const response = await user.get('/api/v1/notifications')
  assert.equal(response.statusCode, 200, response.body)
  return response
    .json()
    .map(
      (one: { type: string; account: { username: string } }) =>
        `${one.type} by ${one.account.username}`,
    )
}

test('S-136 follow, favourite and reblog tell the other side; taking them back takes it away', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('hello')

  await bob.follow(alice)
  await bob.post(`/api/v1/statuses/${id}/favourite`)
  await bob.post(`/api/v1/statuses/${id}/reblog`)
  const after = await told(alice)
  await bob.post(`/api/v1/statuses/${id}/unfavourite`)
  await bob.post(`/api/v1/statuses/${id}/unreblog`)
  await bob.post(`/api/v1/accounts/${alice.id}/unfollow`)

  assert.deepEqual(after, ['reblog by bob', 'favourite by bob', 'follow by bob'])
  assert.deepEqual(await told(alice), [])
})

test('doing it twice tells once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('hello')

  for (let attempt = 1; attempt <= 2; attempt++) {
    await bob.follow(alice)
    await bob.post(`/api/v1/statuses/${id}/favourite`)
    await bob.post(`/api/v1/statuses/${id}/reblog`)
  }

  assert.deepEqual(await told(alice), ['reblog by bob', 'favourite by bob', 'follow by bob'])
})

test('nobody is told of what they do themselves', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello @alice')

  await alice.post(`/api/v1/statuses/${id}/favourite`)
  await alice.post(`/api/v1/statuses/${id}/reblog`)

  assert.deepEqual(await told(alice), [])
})

test('a request to follow tells of itself until it is answered', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await setAccount(server, alice, { locked: true })

  await bob.follow(alice)
  const asked = await told(alice)
  await alice.post(`/api/v1/follow_requests/${bob.id}/authorize`)

  assert.deepEqual(asked, ['follow_request by bob'])
  assert.deepEqual(await told(alice), ['follow by bob'])
})

test('who asked to be told of posts hears of new ones, in languages they follow, not of replies', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await bob.follow(alice, { notify: true })
  await carol.follow(alice, { notify: true, languages: ['fr'] })
  const { id } = await carol.publish('hi')

  const first = await alice.publish('a post', { language: 'en' })
  await alice.publish('more', { in_reply_to_id: first.id, visibility: 'private', language: 'en' })
  await alice.publish('@carol answer', { in_reply_to_id: id, language: 'en' })
  await alice.publish('secret', { visibility: 'direct', language: 'en' })
  await alice.post(`/api/v1/statuses/${id}/reblog`)

  assert.deepEqual(await told(bob), ['status by alice', 'status by alice'])
  assert.deepEqual(await told(carol), ['reblog by alice', 'mention by alice'])
})

test('more than 500 of them hear of a post, the later ones by a job', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const template = await server.app.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', bob.id)
    .executeTakeFirstOrThrow()
  const user = await server.app.db
    .selectFrom('local_user')
    .selectAll()
    .where('id', '=', bob.userId)
    .executeTakeFirstOrThrow()
  await server.app.transact(async (tx) => {
    for (let at = 0; at < 600; at++) {
      const id = tx.newId()
      const name = `fan${at}`
      const json = { fields: '[]', attribution_domains: '[]', also_known_as: '[]' }
      const account = { ...template, ...json, id, username: name, username_lower: name, uri: name }
      await tx.db.insertInto('account').values(account).execute()
      await tx.db
        .insertInto('local_user')
        .values({
          ...user,
          id: tx.newId(),
          account_id: id,
          email: name,
          email_lower: name,
          settings: '{}',
          chosen_languages: 'null',
        })
        .execute()
      const follow = { account_id: id, target_id: alice.id, show_reblogs: true, notify: true }
      const rest = { languages: null, uri: null, created_at: tx.now }
      await tx.db
        .insertInto('follow')
        .values({ id: tx.newId(), ...follow, ...rest })
        .execute()
    }
  })
  const count = async () =>
    (await server.app.db.selectFrom('notification').select('id').execute()).length

  await alice.publish('hello')
  const atOnce = await count()
  await server.settle()

  assert.equal(atOnce, 500)
  assert.equal(await count(), 600)
})

test('S-344 the end of a poll tells its voters and its author', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const { poll } = await alice.publish('which?', { poll: { options: ['a', 'b'], expires_in: 300 } })
  await bob.post(`/api/v1/polls/${poll.id}/votes`, { choices: [1] })

  server.clock.now += 301_000
  await server.settle()
  await server.settle()

  assert.deepEqual(await told(alice), ['poll by alice'])
  assert.deepEqual(await told(bob), ['poll by alice'])
  assert.deepEqual(await told(carol), [])
})

test('an edit tells who reblogged, once for several edits, and whom it newly names', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const { id } = await alice.publish('hello')
  await bob.post(`/api/v1/statuses/${id}/reblog`)
  await bob.post(`/api/v1/statuses/${id}/favourite`)

  const newest: string[] = []
  for (const status of ['hello all', 'hello @carol']) {
    const response = await alice.put(`/api/v1/statuses/${id}`, { status })
    assert.equal(response.statusCode, 200, response.body)
    newest.push((await bob.get('/api/v1/notifications')).json()[0].id)
  }

  assert.ok(newest[0]! < newest[1]!, 'the later edit replaces the notification of the first')
  assert.deepEqual(await told(bob), ['update by alice'])
  assert.deepEqual(await told(carol), ['mention by alice'])
})

test('a new account tells those who may manage users', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('olga', { role: 'Owner' })
  const moderator = await server.signUp('mo', { role: 'Moderator' })
  const plain = await server.signUp('plain')

  await server.signUp('newcomer')
  await server.signUp('waiting', { approved: false })

  const byNewcomer = (list: string[]) => list.filter((one) => !/ by (mo|plain)$/.test(one))
  assert.deepEqual(byNewcomer(await told(owner)), ['admin.sign_up by newcomer'])
  assert.deepEqual(byNewcomer(await told(moderator)), ['admin.sign_up by newcomer'])
  assert.deepEqual(await told(plain), [])
})

test('blocks, mutes with notifications and muted conversations keep quiet', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const blocked = await server.signUp('blocked')
  const muted = await server.signUp('muted')
  const halfMuted = await server.signUp('half')
  const { id } = await alice.publish('hello')
  const quiet = await alice.publish('a long thread')
  await alice.post(`/api/v1/accounts/${blocked.id}/block`)
  await alice.post(`/api/v1/accounts/${muted.id}/mute`)
  await alice.post(`/api/v1/accounts/${halfMuted.id}/mute`, { notifications: false })
  await alice.post(`/api/v1/statuses/${quiet.id}/mute`)

  for (const [person, status] of [
    [blocked, 404],
    [muted, 200],
    [halfMuted, 200],
  ] as const) {
    await person.publish('@alice look')
    const reply = { status: '@alice again', in_reply_to_id: quiet.id }
    for (const answer of [
      await person.post(`/api/v1/statuses/${id}/favourite`),
      await person.post(`/api/v1/statuses/${quiet.id}/favourite`),
      await person.post('/api/v1/statuses', reply),
    ]) {
      assert.equal(answer.statusCode, status, answer.body)
    }
  }

  assert.deepEqual(await told(alice), ['favourite by half', 'mention by half'])
})

test('an expired mute keeps nobody quiet', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.post(`/api/v1/accounts/${bob.id}/mute`, { duration: 60 })

  server.clock.now += 61_000
  await bob.follow(alice)

  assert.deepEqual(await told(alice), ['follow by bob'])
})

test('a block removes what the blocked account had done', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const { id } = await alice.publish('hello')
  for (const person of [bob, carol]) {
    await person.follow(alice)
    await person.post(`/api/v1/statuses/${id}/favourite`)
  }

  await alice.post(`/api/v1/accounts/${bob.id}/block`)

  assert.deepEqual(await told(alice), ['favourite by carol', 'follow by carol'])
})

test('a deleted status takes all that was told about it along', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('hello @bob')
  await bob.post(`/api/v1/statuses/${id}/favourite`)
  await bob.post(`/api/v1/statuses/${id}/reblog`)

  assert.equal((await alice.delete(`/api/v1/statuses/${id}`)).statusCode, 200)

  for (const person of [alice, bob]) {
    assert.deepEqual(await told(person), [])
    const { count } = (await person.get('/api/v1/notifications/unread_count')).json()
    assert.equal(count, 0)
  }
})

test('S-354 nobody who is pending or disabled is told of anything', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await server.signUp('pending', { approved: false })
  const disabled = await server.signUp('disabled')
  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('local_user')
      .set({ disabled: true })
      .where('id', '=', disabled.userId)
      .execute()
  })

  await alice.publish('hello @pending @disabled')

  assert.deepEqual(await server.app.db.selectFrom('notification').selectAll().execute(), [])
})
