import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { announceOf, createOf, noteTo } from '../support/notes.ts'

test('A114 more posts of one time than a millisecond has ids are stored all the same', async (context) => {
  await using stage = await startHomeAndPeer()
  const { alice, peer } = stage
  const mallory = peer.addActor('mallory')
  const own = await alice.publish('boost me')
  await stage.deliver(mallory, createOf(noteTo(mallory, 'before', alice)))
  // as if all other ids of a millisecond were taken: 65,536 posts would take a test too long
  context.mock.method(Math, 'random', () => 0.5)
  const published = '1970-01-01T00:00:00Z'

  for (let at = 0; at < 5; at++) {
    await stage.deliver(mallory, createOf(noteTo(mallory, `post ${at}`, alice, { published })))
  }
  await stage.deliver(mallory, announceOf(mallory, own.uri, { published }))
  const recent = new Date(stage.home.clock.now - 3_600_000).toISOString()
  for (const name of ['one', 'two', 'three']) {
    await stage.deliver(mallory, createOf(noteTo(mallory, name, alice, { published: recent })))
  }

  const stored = await stage.stored()
  const old = stored.filter(({ created_at }) => created_at === 0)
  assert.deepEqual(
    old.map(({ content }) => content),
    ['<p>post 0</p>', '<p>post 1</p>', '<p>post 2</p>', '<p>post 3</p>', '<p>post 4</p>', ''],
  )
  assert.equal(stored.length, 11)
  // the order of ids is that of the times
  assert.ok(old.every(({ id }) => id < own.id))
})
