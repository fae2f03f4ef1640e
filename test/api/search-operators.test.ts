import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { statusQuery } from '../../src/features/search/statuses.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { insertRemoteStatus } from '../support/remote-status.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Ids that a search for statuses finds, newest first. */
async function find(user: TestUser, q: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ q, type: 'statuses', ...more })
  return idsOf(entityOf(await user.get(`/api/v2/search?${query}`), 'Search').statuses)
}

/** Somebody whose public statuses everybody may search. */
async function openUser(server: TestServer, name: string): Promise<TestUser> {
  const user = await server.signUp(name)
  await user.patch('/api/v1/accounts/update_credentials', { indexable: true })
  return user
}

test('from: finds what somebody wrote, with words or without, and - what others did', async () => {
  await using server = await startTestServer()
  const alice = await openUser(server, 'alice')
  const bob = await openUser(server, 'bob')
  const whale = (await alice.publish('a blue whale')).id
  const song = (await alice.publish('a blue song')).id
  const his = (await bob.publish('a blue boat')).id
  const remoteId = await insertRemoteStatus(server.app, { tag: 'x' })
  const { account } = (await bob.get(`/api/v1/statuses/${remoteId}`)).json()
  await bob.post(`/api/v1/statuses/${remoteId}/favourite`)

  for (const handle of ['alice', '@alice', 'ALICE@rookery.test', '@alice@rookery.test']) {
    assert.deepEqual(await find(bob, `from:${handle}`), [song, whale], handle)
  }
  assert.deepEqual(await find(bob, 'from:me'), [his])
  assert.deepEqual(await find(bob, `from:${account.acct}`), [remoteId])
  assert.deepEqual(await find(bob, 'blue from:alice -song'), [whale])
  assert.deepEqual(await find(bob, 'from:alice -whale'), [song])
  assert.deepEqual(await find(bob, 'from:alice "blue whale"'), [whale])
  assert.deepEqual(await find(bob, 'from:alice -"blue whale"'), [song])
  assert.deepEqual(await find(bob, 'blue -from:alice'), [his])
  assert.deepEqual(await find(bob, 'blue', { account_id: alice.id }), [song, whale])
  for (const q of [
    'from:nobody',
    'blue from:nobody',
    'from:alice from:bob',
    '-from:alice',
    '-blue',
  ]) {
    assert.deepEqual(await find(bob, q), [], q)
  }
  assert.deepEqual(await find(bob, 'blue', { limit: '1', offset: '1' }), [song])
  assert.deepEqual(await find(bob, 'from:alice', { max_id: song }), [whale])
  assert.deepEqual(await find(bob, 'from:alice', { min_id: whale }), [song])
})

test('has: and is: tell what a status holds, language: what it is written in', async () => {
  await using server = await startTestServer()
  const alice = await openUser(server, 'alice')
  const upload = await alice.post('/api/v2/media', { file: GIF })
  const plain = (await alice.publish('x', { language: 'en' })).id
  const picture = (await alice.publish('x', { media_ids: [upload.json().id], language: 'de' })).id
  const poll = (await alice.publish('x', { poll: { options: ['a', 'b'], expires_in: 300 } })).id
  const link = (await alice.publish('x https://a.example/')).id
  const reply = (await alice.publish('x', { in_reply_to_id: plain })).id
  const warned = (await alice.publish('x', { sensitive: true, language: 'de' })).id
  const { url } = (await alice.get(`/api/v1/statuses/${picture}`)).json()
  const quote = (await alice.publish('x', { quoted_status_id: picture })).id
  assert.ok(url)

  const wanted = {
    'has:media': [picture],
    'has:image': [picture],
    'has:video': [],
    'has:audio': [],
    'has:poll': [poll],
    'has:link': [link],
    'has:embed': [],
    'has:quote': [quote],
    'has:nonsense': [],
    'is:reply': [reply],
    'is:sensitive': [warned],
    'language:de': [warned, picture],
    'language:DE-at has:image': [picture],
    'x -has:media -has:poll -has:link -has:quote -is:reply -is:sensitive': [plain],
    '-language:de is:sensitive': [],
  }
  for (const [q, ids] of Object.entries(wanted)) assert.deepEqual(await find(alice, q), ids, q)
  await server.app.transact((tx) =>
    tx.db
      .updateTable('media_attachment')
      .set({ type: 'gifv' })
      .where('status_id', '=', picture)
      .execute(),
  )
  assert.deepEqual(await find(alice, 'x has:video'), [picture])
  assert.deepEqual(await find(alice, 'x has:image'), [])
})

test('before:, after: and during: count days by the viewer’s clock', async () => {
  await using server = await startTestServer()
  const alice = await openUser(server, 'alice')
  const start = Math.floor(server.clock.now / DAY) * DAY + DAY
  const ids: string[] = []
  for (const hours of [1, 23, 25]) {
    server.clock.now = start + hours * 3_600_000
    ids.push((await alice.publish('x')).id)
  }
  const [early, late, next] = ids as [string, string, string]
  const day = new Date(start).toISOString().slice(0, 10)

  assert.deepEqual(await find(alice, `during:${day}`), [late, early])
  assert.deepEqual(await find(alice, `x during:${day}`), [late, early])
  assert.deepEqual(await find(alice, `from:me after:${day}`), [next])
  assert.deepEqual(await find(alice, `from:me before:${day}`), [])
  assert.deepEqual(await find(alice, `x -during:${day}`), [next])
  assert.deepEqual(await find(alice, 'x before:yesterday'), [])
  await server.app.transact((tx) =>
    tx.db
      .updateTable('local_user')
      .set({ time_zone: 'Asia/Kolkata' })
      .where('id', '=', alice.userId)
      .execute(),
  )
  assert.deepEqual(await find(alice, `x during:${day}`), [early])
})

test('in:library is what one wrote, marked, boosted or is named in; in:public what all may search', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const open = await openUser(server, 'open')
  await bob.follow(alice)
  const own = (await bob.publish('needle', { visibility: 'direct' })).id
  const named = (await alice.publish('needle @bob', { visibility: 'direct' })).id
  const favourite = (await alice.publish('needle', { visibility: 'private' })).id
  const bookmark = (await alice.publish('needle')).id
  const boosted = (await alice.publish('needle', { visibility: 'unlisted' })).id
  const found = (await open.publish('needle')).id
  await alice.publish('needle')
  await open.publish('needle', { visibility: 'unlisted' })
  await bob.post(`/api/v1/statuses/${favourite}/favourite`)
  await bob.post(`/api/v1/statuses/${bookmark}/bookmark`)
  await bob.post(`/api/v1/statuses/${boosted}/reblog`)
  const library = [boosted, bookmark, favourite, named, own]

  for (const words of ['needle ', '']) {
    assert.deepEqual(await find(bob, `${words}in:library`), library)
    assert.deepEqual(await find(bob, `${words}in:public`), [found])
  }
  assert.deepEqual(await find(bob, 'needle in:all'), [found, ...library])
  assert.deepEqual(await find(bob, 'needle -in:library'), [found])
  assert.deepEqual(await find(bob, 'in:library from:alice'), library.slice(0, 4))
  // no operator is a way around who may see what (S-358)
  await bob.post(`/api/v1/accounts/${alice.id}/unfollow`)
  assert.deepEqual(
    await find(bob, 'in:library'),
    library.filter((id) => id !== favourite),
  )
  await bob.post(`/api/v1/statuses/${boosted}/unreblog`)
  assert.deepEqual(await find(bob, 'in:library'), [bookmark, named, own])
  assert.deepEqual(await find(bob, 'in:library', { limit: '2' }), [bookmark, named])
  await bob.post(`/api/v1/accounts/${alice.id}/mute`)
  assert.deepEqual(await find(bob, 'in:library'), [own])
})

test('no operator finds what is private, of an author who is not to be found, or who blocks', async () => {
  await using server = await startTestServer()
  const alice = await openUser(server, 'alice')
  const shy = await server.signUp('shy')
  const eve = await server.signUp('eve')
  const open = (await alice.publish('needle')).id
  for (const visibility of ['unlisted', 'private', 'direct']) {
    await alice.publish('needle', { visibility, poll: { options: ['a', 'b'], expires_in: 300 } })
  }
  await shy.publish('needle')

  const searches = ['needle', 'from:alice', 'from:shy', 'has:poll', 'in:all needle', 'in:public']
  const all = async () => [
    ...new Set((await Promise.all(searches.map((q) => find(eve, q)))).flat()),
  ]
  assert.deepEqual(await all(), [open])
  await alice.post(`/api/v1/accounts/${eve.id}/block`)
  assert.deepEqual(await all(), [])
})

test('no search reads a table from end to end', { skip: !ON_SQLITE }, async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const page = { limit: 20, offset: 0, accountId: null, minId: null, maxId: null }

  for (const text of [
    'word',
    'word -other from:me',
    'from:me has:media',
    'in:library word',
    'has:audio -language:en',
    'word has:link is:reply before:2024',
    'has:embed during:2026-01',
  ]) {
    const query = await statusQuery(server.app, alice.id, { ...page, text })
    const plan = await query!.explain<{ detail: string }>(undefined, sql`query plan`)
    const steps = plan.map(({ detail }) => detail)
    const shown = `${text}\n${steps.join('\n')}`
    const wrong = /^SCAN (status|account|media_attachment|preview_card)\b(?!_search)|AUTOMATIC/
    assert.ok(steps.length > 0 && steps.every((step) => !wrong.test(step)), shown)
    // in the order that they are looked at, so that no more is read than fills the page
    const sorts = steps.filter((step) => step.includes('FOR ORDER BY'))
    assert.ok(sorts.length === 0 || text.startsWith('in:library'), shown)
  }
})
