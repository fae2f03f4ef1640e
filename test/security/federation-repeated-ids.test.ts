import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLIC } from '../../src/kernel/activitypub/as2.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'

test('A112 an id that comes for several objects, or from several actors, is no error', async () => {
  await using stage = await startHomeAndPeer()
  const { home, alice, peer, deliver } = stage
  const [mallory, neighbour] = [peer.addActor('mallory'), peer.addActor('neighbour')]
  for (const actor of [mallory, neighbour]) await followOnPeer(home, alice, actor)
  await stage.settle()
  const bob = await stage.signUp('bob')
  const [one, two] = [await alice.publish('one'), await alice.publish('two')]
  const sent = [
    [mallory, one],
    [mallory, two],
    [neighbour, one],
  ] as const

  for (const type of ['Like', 'Announce', 'EmojiReact']) {
    const about = { id: peer.url(`/same/${type}`), type, to: PUBLIC, content: '👍' }
    // a Like with an emoji is a reaction
    const { content, ...plain } = about
    const activity = type === 'EmojiReact' ? { ...plain, content } : plain
    for (const [actor, post] of sent) {
      await deliver(actor, { ...activity, actor: actor.uri, object: post.uri })
    }
    assert.deepEqual(await waiting(stage), [], type)
  }
  for (const { uri: object } of [alice, bob]) {
    await deliver(mallory, { id: peer.url('/same/Block'), type: 'Block', object })
  }

  assert.deepEqual(await waiting(stage), [])
  for (const [post, count] of [
    [one, 2],
    [two, 1],
  ] as const) {
    const { favourites_count, reblogs_count } = (
      await alice.get(`/api/v1/statuses/${post.id}`)
    ).json()
    assert.deepEqual(
      { favourites_count, reblogs_count },
      { favourites_count: count, reblogs_count: count },
    )
  }
  const blocks = await home.app.db.selectFrom('block').select('target_id').execute()
  assert.equal(blocks.length, 2)
})

test('A112 the Undo of such an activity takes back what its sender did', async () => {
  await using stage = await startHomeAndPeer()
  const { alice, peer, deliver } = stage
  const [mallory, neighbour] = [peer.addActor('mallory'), peer.addActor('neighbour')]
  const post = await alice.publish('one')
  const like = { id: peer.url('/same/Like'), type: 'Like', object: post.uri }
  for (const actor of [mallory, neighbour]) await deliver(actor, like)

  await deliver(neighbour, {
    id: peer.url('/undo'),
    type: 'Undo',
    object: { ...like, actor: neighbour.uri },
  })

  const { body } = await alice.get(`/api/v1/statuses/${post.id}/favourited_by`)
  assert.deepEqual(
    JSON.parse(body).map(({ username }: { username: string }) => username),
    ['mallory'],
  )
})

/** Errors of what was received and is tried again. */
async function waiting({ home }: HomeAndPeer): Promise<(string | null)[]> {
  const rows = await home.app.db
    .selectFrom('job')
    .where('from_domain', 'is not', null)
    .select('last_error')
    .execute()
  return rows.map(({ last_error }) => last_error)
}
