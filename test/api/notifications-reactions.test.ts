import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { openSocket } from '../support/streams.ts'

const TYPE = 'pleroma:emoji_reaction'
const ASKED = `types[]=${encodeURIComponent(TYPE)}`

const react = (user: TestUser, id: string, emoji: string) =>
  user.put(`/api/v1/pleroma/statuses/${id}/reactions/${encodeURIComponent(emoji)}`)
const unreact = (user: TestUser, id: string, emoji: string) =>
  user.delete(`/api/v1/pleroma/statuses/${id}/reactions/${encodeURIComponent(emoji)}`)

const list = async (user: TestUser, query: string) =>
  entityOf(await user.get(`/api/v1/notifications?${query}`), 'Notification[]')

async function addEmoji({ app }: TestServer): Promise<void> {
  await app.transact(async (tx) => {
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
}

test('reactions notify the author, each emoji by itself, until they are taken back', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await addEmoji(server)
  const status = await alice.publish('hello')

  for (const emoji of ['👍', '👍', ':rook:']) await react(bob, status.id, emoji)
  await react(alice, status.id, '🎉')
  const [custom, plain, ...more] = await list(alice, ASKED)

  assert.deepEqual(more, [])
  assert.deepEqual([plain.type, plain.emoji, plain.emoji_url], [TYPE, '👍', null])
  assert.equal(plain.status.id, status.id)
  assert.equal(plain.account.id, bob.id)
  assert.deepEqual(
    [custom.emoji, custom.emoji_url],
    [':rook:', 'https://rookery.test/system/emojis/aa/bb/rook.png'],
  )
  await unreact(bob, status.id, '👍')
  assert.deepEqual(
    (await list(alice, ASKED)).map((one: { id: string }) => one.id),
    [custom.id],
  )
})

test('S-253 clients of Mastodon see no reactions unless they understand a fallback', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const status = await alice.publish('hello')
  await react(bob, status.id, '👍')

  assert.deepEqual(await list(alice, ''), [])
  assert.deepEqual(await list(alice, 'exclude_types[]=poll'), [])
  const count = await alice.get('/api/v2/notifications/unread_count')
  assert.deepEqual(count.json(), { count: 0 })
  const [shown] = await list(alice, 'supported_types[]=mention')
  assert.match(shown.fallback.title, /bob.* reacted to your post with 👍$/)
  const [known] = await list(alice, `supported_types[]=${encodeURIComponent(TYPE)}`)
  assert.equal('fallback' in known, false)
  const grouped = await alice.get(`/api/v2/notifications?${ASKED}`)
  const [group] = grouped.json().notification_groups
  assert.deepEqual([group.type, group.emoji, group.status_id], [TYPE, '👍', status.id])
})

test('open streams show reactions as they change, and no notification of an unknown type', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  const status = await alice.publish('hello')
  await server.settle()
  const address = await server.listen()
  const own = await openSocket(address, { token: alice.token, query: { stream: 'user' } })
  const open = await openSocket(address, { token: bob.token, query: { stream: 'public' } })

  await react(bob, status.id, '👍')
  const forAlice = await own.nextPayload('status.update')
  const forBob = await open.nextPayload('status.update')
  await unreact(bob, status.id, '👍')
  const after = await own.nextPayload('status.update')

  assert.partialDeepStrictEqual(forAlice.emoji_reactions, [{ name: '👍', count: 1, me: false }])
  assert.partialDeepStrictEqual(forBob.emoji_reactions, [{ name: '👍', count: 1, me: true }])
  assert.deepEqual(after.emoji_reactions, [])
  await own.settle()
})
