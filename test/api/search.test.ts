import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityOf, idsOf } from '../support/entities.ts'
import { insertRemoteStatus } from '../support/remote-status.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

type Client = { get: TestUser['get'] }

const ask = (client: Client, query: Record<string, string>) =>
  client.get(`/api/v2/search?${new URLSearchParams(query)}`)

async function search(client: Client, query: Record<string, string>) {
  return entityOf(await ask(client, query), 'Search')
}

async function statuses(client: Client, q: string, more: Record<string, string> = {}) {
  return idsOf((await search(client, { q, type: 'statuses', ...more })).statuses)
}

async function tags(client: Client, q: string, more: Record<string, string> = {}) {
  const found = await search(client, { q, type: 'hashtags', ...more })
  return found.hashtags.map((tag: { name: string }) => tag.name)
}

test('S-358 every list is there, also when one kind was asked for', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('alice says #alice')

  const all = await search(alice, { q: 'alice' })
  const counts = ({ accounts, statuses, hashtags, collections }: Record<string, unknown[]>) =>
    [accounts, statuses, hashtags, collections].map((list) => list?.length)
  assert.deepEqual(counts(all), [1, 1, 1, 0])
  assert.deepEqual(counts(await search(alice, { q: 'alice', type: 'accounts' })), [1, 0, 0, 0])
  assert.deepEqual(counts(await search(alice, { q: 'alice', type: 'statuses' })), [0, 1, 0, 0])
  assert.deepEqual(counts(await search(alice, { q: 'alice', type: 'hashtags' })), [0, 0, 1, 0])
  assert.deepEqual(counts(await search(alice, { q: 'alice', type: '' })), [1, 1, 1, 0])
  assert.deepEqual(counts(await search(alice, { q: 'alice', type: 'recipes' })), [0, 0, 0, 0])
  assert.deepEqual(counts(await search(alice, { q: 'nothing' })), [0, 0, 0, 0])
})

test('S-021 S-045 S-358 what cannot be searched: no text 400, negative 400, anonymous further 401', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const code = async (client: Client, query: string) =>
    (await client.get(`/api/v2/search?${query}`)).statusCode

  for (const query of ['', 'q=', 'q=%20%20', 'q=x&limit=-1', 'q=x&offset=-1']) {
    assert.equal(await code(alice, query), 400, query)
  }
  for (const query of ['q=x&offset=0', 'q=x&offset=5', 'q=x&resolve=true']) {
    assert.equal(await code(server.anonymous, query), 401, query)
    assert.equal(await code(alice, query), 200, query)
  }
  assert.equal(await code(server.anonymous, 'q=x&resolve=false&limit=5'), 200)
  assert.equal(await code(await server.tokenFor(alice, 'read:lists'), 'q=x'), 403)
})

test('S-015 S-233 a tag found has its history, and tells a user whether they follow it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.publish('#Rain')
  await alice.publish('#rain again')
  await bob.publish('#RAIN')
  server.clock.now += 86_400_000
  await bob.publish('#rain')
  await bob.publish('#rainbow')

  const [tag] = (await search(alice, { q: '#rain', type: 'hashtags' })).hashtags
  const [anonymous] = (await search(server.anonymous, { q: 'RAIN', type: 'hashtags' })).hashtags

  const midnight = Math.floor(server.app.clock() / 86_400_000) * 86_400
  assert.partialDeepStrictEqual(tag, {
    name: 'Rain',
    url: 'https://rookery.test/tags/rain',
    following: false,
    featuring: false,
  })
  assert.deepEqual(tag.history.slice(0, 3), [
    { day: String(midnight), accounts: '1', uses: '1' },
    { day: String(midnight - 86_400), accounts: '2', uses: '3' },
    { day: String(midnight - 172_800), accounts: '0', uses: '0' },
  ])
  assert.equal(tag.history.length, 7)
  for (const key of ['following', 'featuring']) assert.equal(key in anonymous, false)
})

test('S-358 tags are found by the beginning of their name: the exact one, then the latest used', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  for (const name of ['birdsong', 'birdy', 'bird', 'abird', 'Ärger', 'なな']) {
    server.clock.now += 1000
    await alice.publish(`#${name}`)
  }

  assert.deepEqual(await tags(alice, 'bird'), ['bird', 'birdy', 'birdsong'])
  assert.deepEqual(await tags(alice, 'BIRD', { limit: '1', offset: '1' }), ['birdy'])
  assert.deepEqual(await tags(alice, 'arg'), ['Ärger'])
  assert.deepEqual(await tags(alice, 'な'), ['なな'])
  for (const q of ['two words', '%', '_', '12']) assert.deepEqual(await tags(alice, q), [], q)
})

test('a tag that only statuses for few have is not found, until a public one has it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  for (const visibility of ['direct', 'private', 'unlisted']) {
    await alice.publish('#hushhush', { visibility })
  }

  assert.deepEqual(await tags(bob, 'hush'), [])
  const { id } = await alice.publish('plain')
  await alice.put(`/api/v1/statuses/${id}`, { status: 'now #hushhush' })
  assert.deepEqual(await tags(bob, 'hush'), ['hushhush'])
})

test('S-358 statuses are found by words in text, warning, poll and descriptions, newest first', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const file = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const upload = await alice.post('/api/v2/media', { file, description: 'A Blue whale' })
  const ids = [
    (await alice.publish('blue whales sing')).id,
    (await alice.publish('x', { spoiler_text: 'Whale, BLUE' })).id,
    (await alice.publish('y', { poll: { options: ['whale', 'blue'], expires_in: 300 } })).id,
    (await alice.publish('', { media_ids: [upload.json().id] })).id,
  ]
  await alice.publish('bluewhale')

  assert.deepEqual(await statuses(alice, 'blue whale'), [ids[3], ids[2], ids[1]])
  assert.deepEqual(await statuses(alice, '"blue whale"'), [ids[3]])
  assert.deepEqual(await statuses(alice, 'blue -whale'), [ids[0]])
  assert.deepEqual(await statuses(alice, '-whale'), [])
  assert.deepEqual(await statuses(alice, 'blue', { limit: '2', offset: '1' }), [ids[2], ids[1]])
  assert.deepEqual(await statuses(alice, 'blue', { max_id: ids[1] }), [ids[0]])
  assert.deepEqual(await statuses(alice, 'blue', { min_id: ids[2] }), [ids[3]])
  for (const q of ['" OR 1', "'; drop", 'a AND (', '***', '(', ':*', '\\']) {
    assert.equal((await ask(alice, { q, type: 'statuses' })).statusCode, 200, q)
  }
})

test('S-358 an edit is found by its new words only, a deleted status not at all', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('before')

  await alice.put(`/api/v1/statuses/${id}`, { status: 'after' })
  assert.deepEqual(await statuses(alice, 'before'), [])
  assert.deepEqual(await statuses(alice, 'after'), [id])
  await alice.delete(`/api/v1/statuses/${id}`)
  assert.deepEqual(await statuses(alice, 'after'), [])
})

test('S-358 one finds one’s own, what one is in or has marked, and public ones of who lets be found', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const open = await server.signUp('open')
  await open.patch('/api/v1/accounts/update_credentials', { indexable: true })
  await bob.follow(alice)
  await bob.follow(open)
  const own = (await bob.publish('needle', { visibility: 'direct' })).id
  const plain = (await alice.publish('needle')).id
  const named = (await alice.publish('needle @bob', { visibility: 'direct' })).id
  const favourite = (await alice.publish('needle', { visibility: 'private' })).id
  const bookmark = (await alice.publish('needle')).id
  const findable = (await open.publish('needle')).id
  await open.publish('needle', { visibility: 'unlisted' })
  await bob.post(`/api/v1/statuses/${favourite}/favourite`)
  await bob.post(`/api/v1/statuses/${bookmark}/bookmark`)

  assert.deepEqual(await statuses(bob, 'needle'), [findable, bookmark, favourite, named, own])
  assert.deepEqual(await statuses(bob, 'needle', { account_id: open.id }), [findable])
  assert.equal((await statuses(alice, 'needle')).includes(plain), true)
  assert.deepEqual(await statuses(server.anonymous, 'needle'), [])
  await bob.post(`/api/v1/accounts/${alice.id}/unfollow`)
  assert.deepEqual(await statuses(bob, 'needle'), [findable, bookmark, named, own])
  await alice.post(`/api/v1/accounts/${bob.id}/block`)
  assert.deepEqual(await statuses(bob, 'needle'), [findable, own])
})

test('S-358 20 of a kind, 40 at most; offset counts for one kind only', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let at = 0; at < 42; at++) ids.unshift((await alice.publish('needle')).id)

  assert.deepEqual(await statuses(alice, 'needle'), ids.slice(0, 20))
  assert.deepEqual(await statuses(alice, 'needle', { limit: '100' }), ids.slice(0, 40))
  assert.deepEqual(await statuses(alice, 'needle', { offset: '40' }), ids.slice(40))
  assert.deepEqual(await statuses(alice, 'needle', { limit: '0' }), [])
  const all = await search(alice, { q: 'needle', offset: '40' })
  assert.deepEqual(idsOf(all.statuses), ids.slice(0, 20))
})

test('S-358 an address is resolved to the account or status it stands for, if it may be seen', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await server.signUp('pending', { approved: false })
  const open = await alice.publish('open')
  const secret = await alice.publish('secret', { visibility: 'private' })
  const remoteId = await insertRemoteStatus(server.app, { tag: 'x' })
  const resolve = async (q: string, more: Record<string, string> = {}) => {
    const found = await search(bob, { q, resolve: 'true', ...more })
    assert.deepEqual(found.hashtags, [])
    return [idsOf(found.accounts), idsOf(found.statuses)]
  }

  for (const q of [open.url, open.uri]) assert.deepEqual(await resolve(q), [[], [open.id]], q)
  for (const q of [alice.username, 'ALICE']) {
    assert.deepEqual(await resolve(`https://rookery.test/@${q}`), [[alice.id], []])
    assert.deepEqual(await resolve(`https://rookery.test/users/${q}`), [[alice.id], []])
  }
  const remote = `https://away.test/statuses/${remoteId}`
  assert.deepEqual(await resolve(remote), [[], [remoteId]])
  for (const q of [
    secret.url,
    'https://rookery.test/@pending',
    'https://rookery.test/@nobody/1',
    'https://rookery.test/about',
    'https://elsewhere.test/@alice',
    'https://[',
  ]) {
    assert.deepEqual(await resolve(q), [[], []], q)
  }
  assert.deepEqual(await resolve(open.url, { type: 'accounts' }), [[], []])
  assert.deepEqual(await resolve(open.url, { type: 'statuses', offset: '1' }), [[], []])
})
