import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fairShare, limitTombstones } from '../../src/kernel/activitypub/tombstone-budget.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import { createOf, deleteOf, noteTo } from '../support/notes.ts'

/** tombstones that are kept of one domain */
const MOST = 10_000

let both: HomeAndPeer

/** As if so many unknown ids had been deleted from a domain, the first one first. */
async function fill(domain: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    uri: `https://${domain}/${at + 1}`,
    actor_uri: `https://${domain}/mallory`,
    created_at: both.home.clock.now,
    from_domain: domain,
    place: at + 1,
  }))
  await both.home.app.transact(async (tx) => {
    for (let at = 0; at < count; at += 1000) {
      const some = rows.slice(at, at + 1000)
      await tx.db.insertInto('tombstone').values(some).execute()
    }
  })
}

async function placesOf(domain: string): Promise<(number | null)[]> {
  const rows = await both.home.app.db
    .selectFrom('tombstone')
    .select('place')
    .where('from_domain', '=', domain)
    .orderBy('place')
    .execute()
  return rows.map(({ place }) => place)
}

describe('floods of tombstones', () => {
  before(async () => {
    both = await startHomeAndPeer()
  })
  after(() => both[Symbol.asyncDispose]())

  test('A118 who deletes unknown ids without end pushes out only what their domain deleted before', async () => {
    const { alice, peer } = both
    const mallory = peer.addActor('mallory')
    const own = await alice.publish('to be deleted')
    assert.equal((await alice.delete(`/api/v1/statuses/${own.id}`)).statusCode, 200)
    await both.settle()
    await fill('other.example', 3)
    await fill(new URL(mallory.uri).hostname, MOST)
    const gone = ['one', 'two'].map((name) => noteTo(mallory, name, alice))

    for (const note of gone) await both.deliver(mallory, deleteOf(note))
    for (const note of gone) await both.deliver(mallory, createOf(note))

    const places = await placesOf(new URL(mallory.uri).hostname)
    assert.deepEqual([places.length, places.at(0), places.at(-1)], [MOST, 3, MOST + 2])
    assert.deepEqual(await placesOf('other.example'), [1, 2, 3])
    assert.equal((await peer.get(own.uri)).status, 410, 'what was deleted here is remembered')
    assert.ok(!(await both.stored()).some(({ uri }) => gone.some(({ id }) => id === uri)))
  })

  test('A118 floods of many domains take their oldest ones, and none of those with few', async () => {
    await fill('many.example', 1200)
    await fill('more.example', 700)
    await fill('few.example', 40)
    const others = [new URL(both.peer.url('/')).hostname, 'other.example']
    await both.home.app.transact((tx) =>
      tx.db.deleteFrom('tombstone').where('from_domain', 'in', others).execute(),
    )

    await limitTombstones(both.home.app, 240)

    assert.equal((await placesOf('few.example')).length, 40)
    for (const [domain, last] of [
      ['many.example', 1200],
      ['more.example', 700],
    ] as const) {
      const places = await placesOf(domain)
      assert.deepEqual([places.length, places.at(0), places.at(-1)], [100, last - 99, last], domain)
    }
    await limitTombstones(both.home.app, 240)
    assert.equal((await placesOf('many.example')).length, 100)
  })
})

test('a share is what is left to each of those that have more', () => {
  assert.equal(fairShare([5, 100, 20], 125), Number.POSITIVE_INFINITY)
  assert.equal(fairShare([5, 100, 20], 124), 99)
  assert.equal(fairShare([50, 50, 5], 45), 20)
  assert.equal(fairShare([], 0), Number.POSITIVE_INFINITY)
})
