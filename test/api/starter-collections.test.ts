import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letBeFound, makeCollection } from '../support/collections.ts'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const SETTINGS = '/api/rookery/v1/admin/settings'

const starters = async (user: TestUser) => {
  const { collections } = entityOf(
    await user.get('/api/rookery/v1/starter_collections'),
    'CollectionsReply',
  )
  return collections.map(({ id }: { id: string }) => id)
}

test('S-604 newcomers are offered the collections that the staff chose, in its order', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await letBeFound(bob)
  const first = await makeCollection(alice, { account_ids: [bob.id] })
  const second = await makeCollection(owner)
  assert.deepEqual(await starters(bob), [])

  const wanted = [`https://rookery.test/collections/${second.id}`, first.id]
  const saved = await owner.put(SETTINGS, { featured_collections: wanted })

  assert.equal(saved.statusCode, 200, saved.body)
  assert.deepEqual(saved.json().featured_collections, [second.id, first.id])
  assert.deepEqual(await starters(bob), [second.id, first.id])
  await alice.post(`/api/v1/accounts/${bob.id}/block`)
  assert.deepEqual(await starters(bob), [second.id], 'the owner of a collection blocks bob')
  await owner.delete(`/api/v1/collections/${second.id}`)
  assert.deepEqual(await starters(bob), [])
})

test('S-604 what is no collection cannot be chosen, and ten are the most', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })

  for (const featured_collections of [
    ['https://rookery.test/@alice'],
    Array.from({ length: 11 }, (_, at) => `1100000000000000${10 + at}`),
  ]) {
    const refused = await owner.put(SETTINGS, { featured_collections })
    assert.equal(refused.statusCode, 422, refused.body)
    assert.ok('featured_collections' in refused.json().details)
  }
})

test('S-322 languages of public timelines are chosen over the API', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const path = '/api/rookery/v1/account/languages'
  await alice.publish('Guten Tag', { language: 'de' })
  await alice.publish('Good day', { language: 'en' })
  const seen = async () =>
    (await alice.get('/api/v1/timelines/public'))
      .json()
      .map((one: { language: string }) => one.language)
  assert.deepEqual(entityOf(await alice.get(path), 'ChosenLanguages'), { languages: [] })

  const chosen = entityOf(await alice.put(path, { languages: ['de', 'de'] }), 'ChosenLanguages')

  assert.deepEqual(chosen, { languages: ['de'] })
  assert.deepEqual(await seen(), ['de'])
  assert.equal((await alice.put(path, { languages: ['caw caw'] })).statusCode, 422)
  assert.deepEqual(entityOf(await alice.get(path), 'ChosenLanguages'), { languages: ['de'] })
  // what a browser asked for at the sign-up need be none of the languages of posts
  await server.app.transact(async ({ db }) => {
    await db.updateTable('local_user').set({ locale: 'fil-PH' }).execute()
  })
  assert.equal((await alice.put(path, { languages: ['de'] })).statusCode, 200)
  await alice.put(path, { languages: [] })
  assert.deepEqual(await seen(), ['en', 'de'])
})
