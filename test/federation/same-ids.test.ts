import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followOnPeer, loadFixtures } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import type { Json } from '../support/peer.ts'

const MINUTES = 60_000

/** bob of a snac server likes or boosts a post of alice's, with the ids that snac makes of what it is about. */
async function startWithSnac() {
  const both = await startHomeAndPeer()
  const { actor, read } = await loadFixtures('snac', { peer: both.peer, app: both.home.app })
  await followOnPeer(both.home, both.alice, actor)
  const post = await both.alice.publish('like me')
  const about = async (name: string) => {
    const activity = await read(name)
    const object = activity.type === 'Undo' ? { ...activity.object, object: post.uri } : post.uri
    return {
      ...activity,
      object,
      to: ['https://www.w3.org/ns/activitystreams#Public', both.aliceUri],
    }
  }
  return {
    both,
    counts: async () => {
      const shown: Json = (await both.alice.get(`/api/v1/statuses/${post.id}`)).json()
      return [shown.favourites_count, shown.reblogs_count]
    },
    async send(...names: string[]) {
      for (const name of names) await both.deliver(actor, await about(name))
    },
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  }
}

test('snac gives each Like and Announce of a post the same id: taken back and given again they count', async () => {
  await using world = await startWithSnac()
  const { both, send, counts } = world

  for (let round = 1; round <= 3; round++) {
    await send('like', 'announce')
    assert.deepEqual(await counts(), [1, 1], `given, round ${round}`)
    await send('undo-like', 'undo-announce')
    assert.deepEqual(await counts(), [0, 0], `taken back, round ${round}`)
    both.home.clock.now += 11 * MINUTES
  }
})

test('a Like or Announce that its Undo has overtaken is left out for some minutes', async () => {
  await using world = await startWithSnac()
  const { both, send, counts } = world

  await send('undo-like', 'undo-announce')
  both.home.clock.now += 5 * MINUTES
  await send('like', 'announce')

  assert.deepEqual(await counts(), [0, 0])
})
