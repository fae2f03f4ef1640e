import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs as matchJobs } from '../../src/features/automod/matches.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import {
  announceOf,
  createOf,
  deleteOf,
  noteBy,
  noteTo,
  serveAt,
  updateOf,
} from '../support/notes.ts'
import type { Json, PeerActor } from '../support/peer.ts'
import type { TestUser } from '../support/server.ts'

const BASE = '/api/rookery/v1/admin'

interface Scene {
  both: HomeAndPeer
  owner: TestUser
  bob: PeerActor
}

/** A server with a rule, whose alice follows bob of another one. */
async function start(both: HomeAndPeer, rule: Record<string, unknown>): Promise<Scene> {
  const owner = await both.home.signUp('owner', { role: 'Owner' })
  const conditions = [{ field: 'text', operator: 'contains_any', value: 'casino' }]
  const more = { name: 'r', mode: 'live', origin: 'remote', conditions, ...rule }
  const response = await owner.post(`${BASE}/automod_rules`, more)
  assert.equal(response.statusCode, 200, response.body)
  const bob = both.peer.addActor('bob')
  await followOnPeer(both.home, both.alice, bob)
  await both.settle()
  return { both, owner, bob }
}

const list = async (user: TestUser, name: string): Promise<Json[]> =>
  (await user.get(`${BASE}/${name}`)).json()

const contents = async ({ both }: Scene) =>
  (await both.alice.home()).map(({ content }: Json) => content)

test('what a rule refuses is answered with 202 and stored nowhere, however it comes', async () => {
  await using both = await startHomeAndPeer()
  const scene = await start(both, { action: 'reject' })
  const spam = noteTo(scene.bob, 'casino', both.alice)
  serveAt(both.peer, spam)
  const carl = both.peer.addActor('carl')
  await followOnPeer(both.home, both.alice, carl)
  await both.settle()

  await both.deliver(scene.bob, createOf(spam))
  await both.deliver(carl, announceOf(carl, spam.id))
  await both.deliver(scene.bob, createOf(noteBy(scene.bob, 'harmless')))

  assert.deepEqual(
    (await both.stored()).map(({ text }) => text),
    ['harmless'],
  )
  assert.deepEqual(await both.alice.notifications(), [])
  const [match] = await list(scene.owner, 'automod_matches')
  assert.partialDeepStrictEqual(match, { action: 'reject', status_id: null })
  assert.equal(match.account.username, 'bob')
})

test('what is held comes home once it is approved, as it would have before', async () => {
  await using both = await startHomeAndPeer()
  const scene = await start(both, { action: 'hold' })

  const note = noteTo(scene.bob, 'casino', both.alice)
  await both.deliver(scene.bob, createOf(note))
  await both.deliver(scene.bob, createOf(note))

  assert.deepEqual(await both.stored(), [])
  const [item, ...others] = await list(scene.owner, 'held_items')
  assert.deepEqual(others, [])
  assert.partialDeepStrictEqual(item, { kind: 'status', text: 'casino', visibility: 'public' })
  assert.deepEqual(item.explanation, ['text contains "casino"'])
  assert.equal('status' in item, false)
  both.home.clock.now += 3 * 86_400_000
  const approved = await scene.owner.post(`${BASE}/held_items/${item.id}/approve`)
  await both.settle()
  assert.equal(approved.statusCode, 200, approved.body)
  assert.deepEqual(await contents(scene), ['<p>casino</p>'])
  assert.deepEqual(
    (await both.alice.notifications()).map(({ type }: Json) => type),
    ['mention'],
  )
  assert.deepEqual(await list(scene.owner, 'held_items'), [])
})

test('what is held and deleted at its origin waits no more; what is rejected does not come', async () => {
  await using both = await startHomeAndPeer()
  const scene = await start(both, { action: 'hold' })
  const [one, two] = [noteBy(scene.bob, 'casino one'), noteBy(scene.bob, 'casino two')]

  await both.deliver(scene.bob, createOf(one))
  await both.deliver(scene.bob, createOf(two))
  await both.deliver(scene.bob, deleteOf(one))
  const [item, ...others] = await list(scene.owner, 'held_items')
  const rejected = await scene.owner.post(`${BASE}/held_items/${item.id}/reject`)

  assert.deepEqual([item.text, others], ['casino two', []])
  assert.equal(rejected.statusCode, 200, rejected.body)
  assert.deepEqual(await both.stored(), [])
  await both.deliver(scene.bob, createOf(noteBy(scene.bob, 'casino three')))
  both.home.clock.now += 31 * 86_400_000
  await matchJobs['automod.prune_matches']!.run(both.home.app, {}, 1)
  assert.deepEqual(await list(scene.owner, 'held_items'), [])
})

test('limits and marks; an edit is looked at again, and one that is refused changes nothing', async () => {
  await using both = await startHomeAndPeer()
  const scene = await start(both, { action: 'limit' })
  const strict = {
    name: 'strict',
    mode: 'live',
    action: 'reject',
    conditions: [{ field: 'text', operator: 'matches', value: 'cheap*pills' }],
  }
  assert.equal((await scene.owner.post(`${BASE}/automod_rules`, strict)).statusCode, 200)
  const note = noteBy(scene.bob, 'casino')
  const other = noteBy(scene.bob, 'harmless')

  await both.deliver(scene.bob, createOf(note))
  await both.deliver(scene.bob, createOf(other))
  const now = both.home.app.clock()
  await both.deliver(scene.bob, updateOf({ ...other, content: 'cheap and good pills' }, now - 2000))
  await both.deliver(scene.bob, updateOf({ ...note, content: 'a casino again' }, now - 1000))

  const found = (await both.stored()).map(({ text, visibility }) => [text, visibility])
  assert.deepEqual(found.sort(), [
    ['a casino again', 'unlisted'],
    ['harmless', 'public'],
  ])
})

test('a rule for accounts: a new one is refused, and what it sends with it; another is limited', async () => {
  await using both = await startHomeAndPeer()
  const bio = { field: 'bio', operator: 'contains_any', value: 'casino' }
  const scene = await start(both, { applies_to: 'accounts', action: 'reject', conditions: [bio] })
  const quiet = {
    name: 'quiet',
    applies_to: 'accounts',
    mode: 'live',
    action: 'limit',
    conditions: [{ field: 'display_name', operator: 'contains_any', value: 'lottery' }],
  }
  assert.equal((await scene.owner.post(`${BASE}/automod_rules`, quiet)).statusCode, 200)
  const eve = both.peer.addActor('eve')
  Object.assign(eve.document, { summary: '<p>my casino</p>' })
  const lou = both.peer.addActor('lou')
  Object.assign(lou.document, { name: 'Lottery' })
  const { app } = both.home

  assert.equal(await app.federation.actors.resolveActor(app, eve.uri), null)
  assert.notEqual(await app.federation.actors.resolveActor(app, lou.uri), null)

  const rows = await app.db
    .selectFrom('account')
    .select(['username', 'silenced_at'])
    .where('domain', 'is not', null)
    .orderBy('username')
    .execute()
  assert.deepEqual(
    rows.map((row) => [row.username, row.silenced_at !== null]),
    [
      ['bob', false],
      ['lou', true],
    ],
  )
  const matches = await list(scene.owner, 'automod_matches')
  assert.deepEqual(matches.map(({ action, account }) => [action, account?.username]).sort(), [
    ['limit', 'lou'],
    ['reject', undefined],
  ])
})
