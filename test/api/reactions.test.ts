import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { startTestServer } from '../support/server.ts'

const path = (id: string, emoji = '') =>
  `/api/v1/pleroma/statuses/${id}/reactions${emoji === '' ? '' : `/${encodeURIComponent(emoji)}`}`

test('a reaction counts once for each account and is shown as one has reacted', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const status = await alice.publish('hello')

  for (let time = 0; time < 2; time++) {
    const response = await bob.put(path(status.id, '👍'))
    assert.equal(response.statusCode, 200, response.body)
  }
  const mine = await alice.put(path(status.id, '👍'))
  await bob.put(path(status.id, '❤'))
  const forBob = (await bob.get(`/api/v1/statuses/${status.id}`)).json()
  const forNobody = (await server.anonymous.get(`/api/v1/statuses/${status.id}`)).json()

  assert.deepEqual(mine.json().emoji_reactions, [
    { name: '👍', count: 2, me: true, url: null, static_url: null },
  ])
  assert.deepEqual(
    forBob.emoji_reactions.map((one: { name: string; me: boolean }) => [one.name, one.me]),
    [
      ['👍', true],
      ['❤️', true],
    ],
  )
  assert.ok(forNobody.emoji_reactions.every((one: { me: boolean }) => !one.me))
})

test('taking a reaction back leaves those of others, and doing it again changes nothing', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const status = await alice.publish('hello')
  await alice.put(path(status.id, '🎉'))
  await bob.put(path(status.id, '🎉'))

  for (let time = 0; time < 2; time++) {
    const response = await bob.delete(path(status.id, '🎉'))
    assert.equal(response.statusCode, 200, response.body)
    assert.deepEqual(response.json().emoji_reactions, [
      { name: '🎉', count: 1, me: false, url: null, static_url: null },
    ])
  }
})

test('the list of reactions names who reacted', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const status = await alice.publish('hello')
  await bob.put(path(status.id, '🎉'))
  await alice.put(path(status.id, '🔥'))

  const all = await server.anonymous.get(path(status.id))
  const one = await server.anonymous.get(path(status.id, '🎉'))

  assert.equal(all.statusCode, 200, all.body)
  assert.deepEqual(
    all.json().map((entry: { name: string }) => entry.name),
    ['🎉', '🔥'],
  )
  assert.equal(one.json().length, 1)
  assert.deepEqual(
    one.json()[0].accounts.map((account: { username: string }) => account.username),
    ['bob'],
  )
})

test('who is suspended, or deleted elsewhere and not yet removed here, is not named', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const [bob, gone] = [await server.signUp('bob'), await server.signUp('gone')]
  const suspended = await server.signUp('suspended')
  const status = await alice.publish('hello')
  for (const one of [bob, gone, suspended]) {
    assert.equal((await one.put(path(status.id, '🎉'))).statusCode, 200)
  }

  await setAccount(server, gone, { deleted_at: 1 })
  await setAccount(server, suspended, { suspended_at: 1 })
  const listed = await server.anonymous.get(path(status.id, '🎉'))

  assert.equal(listed.statusCode, 200, listed.body)
  assert.deepEqual(
    listed.json()[0].accounts.map((account: { username: string }) => account.username),
    ['bob'],
  )
})

test('what is no emoji, one too many and what cannot be seen are refused', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const status = await alice.publish('hello')
  const secret = await alice.publish('psst', { visibility: 'direct' })
  const emojis = ['😀', '😁', '😂', '🤣', '😃', '😄', '😅', '😆']

  for (const wrong of ['no', ':missing:', '5', '👍👍', 'x'.repeat(300)]) {
    assert.equal((await bob.put(path(status.id, wrong))).statusCode, 422, wrong)
  }
  assert.equal((await bob.put(path(secret.id, '👍'))).statusCode, 404)
  assert.equal((await bob.get(path(secret.id))).statusCode, 404)
  for (const emoji of emojis) assert.equal((await bob.put(path(status.id, emoji))).statusCode, 200)
  assert.equal((await bob.put(path(status.id, '🎉'))).statusCode, 422)
})

test('a custom emoji comes with its picture', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const status = await alice.publish('hello')
  await server.app.transact(async (tx) => {
    await tx.db
      .insertInto('custom_emoji')
      .values({
        id: tx.newId(),
        shortcode: 'rook',
        domain: null,
        image_key: 'emojis/aa/bb/rook.png',
        static_key: 'emojis/aa/bb/rook.png',
        category: null,
        visible_in_picker: true,
        disabled: false,
        created_at: tx.now,
        updated_at: tx.now,
      })
      .execute()
  })

  const response = await alice.put(path(status.id, ':rook:'))

  assert.equal(response.statusCode, 200, response.body)
  const url = 'https://rookery.test/system/emojis/aa/bb/rook.png'
  assert.deepEqual(response.json().emoji_reactions, [
    { name: 'rook', count: 1, me: true, url, static_url: url },
  ])
})
