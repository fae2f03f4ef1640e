import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/featured_tags'

async function feature(user: TestUser, name: string) {
  return entityOf(await user.post(PATH, { name }), 'FeaturedTag')
}

test('S-365 S-140 a hashtag is featured as its owner spells it, with what is for all counted', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.publish('#birds')
  await alice.publish('#BIRDS', { visibility: 'unlisted' })
  const last = await alice.publish('#birds', { visibility: 'private' })
  await bob.publish('#birds')
  const gone = await alice.publish('#birds')
  await alice.delete(`/api/v1/statuses/${gone.id}`)

  const featured = await feature(alice, '#Birds')

  assert.deepEqual(featured, {
    id: featured.id,
    name: 'Birds',
    url: 'https://rookery.test/@alice/tagged/birds',
    statuses_count: '2',
    last_status_at: last.created_at.slice(0, 10),
  })
  const again = await alice.post(PATH, { name: 'bIrDs' })
  assert.equal(again.statusCode, 200)
  assert.deepEqual(again.json(), featured)
  assert.deepEqual(entityOf(await alice.get(PATH), 'FeaturedTag[]'), [featured])
  const shown = await server.anonymous.get(`/api/v1/accounts/${alice.id}/featured_tags`)
  assert.deepEqual(entityOf(shown, 'FeaturedTag[]'), [featured])
})

test('S-365 the most used hashtag comes first; one never used has no day', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await feature(alice, 'quiet')
  await feature(alice, 'loud')
  await alice.publish('#loud')

  const list = entityOf(await alice.get(PATH), 'FeaturedTag[]')

  assert.deepEqual(
    list.map(({ name, statuses_count, last_status_at }: Record<string, unknown>) => [
      name,
      statuses_count,
      last_status_at !== null,
    ]),
    [
      ['loud', '1', true],
      ['quiet', '0', false],
    ],
  )
})

test('S-365 S-366 a name is needed, must be a hashtag, and ten are the most', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  for (const name of [undefined, '']) {
    assert.equal((await alice.post(PATH, { name })).statusCode, 400)
  }
  for (const name of ['#', 'two words', '12345', `a${'b'.repeat(600)}`]) {
    const response = await alice.post(PATH, { name })
    assert.equal(response.statusCode, 422, name)
    assert.match(response.json().error, /^Validation failed: /)
  }
  for (let at = 1; at <= 10; at++) await feature(alice, `tag${at}`)

  const eleventh = await alice.post(PATH, { name: 'eleventh' })

  assert.equal(eleventh.statusCode, 422)
  assert.equal((await alice.post(PATH, { name: 'tag10' })).statusCode, 200)
  assert.equal(entityOf(await alice.get(PATH), 'FeaturedTag[]').length, 10)
})

test('ten at once on top of nine leave ten', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  for (let at = 1; at <= 9; at++) await feature(alice, `tag${at}`)

  const names = Array.from({ length: 10 }, (_, at) => `more${at}`)
  const replies = await Promise.all(names.map((name) => alice.post(PATH, { name })))

  assert.equal(replies.filter((reply) => reply.statusCode === 200).length, 1)
  assert.equal(entityOf(await alice.get(PATH), 'FeaturedTag[]').length, 10)
})

test('S-365 only the owner takes a hashtag off the profile', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await feature(alice, 'birds')

  assert.equal((await bob.delete(`${PATH}/${id}`)).statusCode, 404)
  const removed = await alice.delete(`${PATH}/${id}`)

  assert.equal(removed.statusCode, 200)
  assert.deepEqual(removed.json(), {})
  assert.equal((await alice.delete(`${PATH}/${id}`)).statusCode, 404)
  assert.deepEqual((await alice.get(PATH)).json(), [])
})

test('S-367 suggested are the tags used most of late that are not featured', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('#often #shown')
  await alice.publish('#often #shown')
  for (let at = 1; at <= 11; at++) await alice.publish(`#rare${at}`)
  await feature(alice, 'shown')

  const tags = entityOf(await alice.get(`${PATH}/suggestions`), 'Tag[]')

  const names = tags.map((tag: { name: string }) => tag.name)
  assert.equal(names.length, 10)
  assert.equal(names[0], 'often')
  assert.equal(names.includes('shown'), false)
})

test('S-235 a tag is featured and no more by its name, however often it is asked', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  for (let attempt = 1; attempt <= 2; attempt++) {
    const tag = entityOf(await alice.post('/api/v1/tags/Birds/feature'), 'Tag')
    assert.equal(tag.featuring, true)
    assert.equal(tag.name, 'Birds')
  }
  assert.equal(entityOf(await alice.get('/api/v1/tags/birds'), 'Tag').featuring, true)
  const search = await alice.get('/api/v2/search', { q: 'birds', type: 'hashtags' })
  assert.equal(search.statusCode, 200)

  for (let attempt = 1; attempt <= 2; attempt++) {
    const tag = entityOf(await alice.post('/api/v1/tags/BIRDS/unfeature'), 'Tag')
    assert.equal(tag.featuring, false)
  }
  assert.equal((await alice.post('/api/v1/tags/123/feature')).statusCode, 404)
  assert.equal((await alice.post('/api/v1/tags/123/unfeature')).statusCode, 404)
})

test('S-230 S-232 S-233 a tag is found by its name in any spelling, also one that nobody used', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('#な')

  const known = entityOf(await server.anonymous.get('/api/v1/tags/%E3%81%AA'), 'Tag')
  const unused = entityOf(await alice.get('/api/v1/tags/Never'), 'Tag')

  assert.notEqual(known.id, '')
  assert.equal(known.featuring, undefined)
  assert.equal(known.history[0].uses, '1')
  assert.partialDeepStrictEqual(unused, { id: '', name: 'Never', featuring: false })
  assert.deepEqual(new Set(unused.history.map((day: { uses: string }) => day.uses)), new Set(['0']))
  assert.equal((await alice.get('/api/v1/tags/123')).statusCode, 404)
})

test('S-280 the hashtags of a suspended account are shown to nobody, of a missing one not found', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await feature(alice, 'birds')
  await setAccount(server, alice, { suspended_at: 1 })

  const shown = await server.anonymous.get(`/api/v1/accounts/${alice.id}/featured_tags`)

  assert.deepEqual([shown.statusCode, shown.json()], [200, []])
  assert.equal((await server.anonymous.get('/api/v1/accounts/1/featured_tags')).statusCode, 404)
})

test('ten hashtags cost as many queries as one, and go with their account', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await feature(alice, 'first')
  const list = () => server.anonymous.get(`/api/v1/accounts/${alice.id}/featured_tags`)
  const one = await countQueries(server, list)

  for (let at = 2; at <= 10; at++) await feature(alice, `tag${at}`)

  assert.equal(await countQueries(server, list), one)
  await server.app.transact((tx) => deleteAccount(tx, alice.id))
  await server.settle()
  assert.deepEqual(await server.app.db.selectFrom('featured_tag').select('id').execute(), [])
})
