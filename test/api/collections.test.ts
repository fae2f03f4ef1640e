import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letBeFound, makeCollection, seen } from '../support/collections.ts'
import { countQueries } from '../support/count-queries.ts'
import { assertEntity, entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const COLLECTIONS = '/api/v1/collections'

const typesOf = async (user: TestUser) =>
  (await user.get('/api/v1/notifications')).json().map((one: { type: string }) => one.type)

test('S-521 a collection shows who lets itself be featured, who is told, within the limits', async () => {
  await using server = await startTestServer()
  const [alice, bob, carol] = await Promise.all([
    server.signUp('alice'),
    server.signUp('bob'),
    server.signUp('carol'),
  ])
  await letBeFound(bob)

  const collection = await makeCollection(alice, {
    description: 'Worth <following>',
    language: 'en',
    tag_name: '#Birds',
    sensitive: true,
    discoverable: true,
    account_ids: [bob.id],
  })
  assertEntity('Collection', collection)
  assert.partialDeepStrictEqual(collection, {
    name: 'Nice people',
    description: 'Worth <following>',
    account_id: alice.id,
    local: true,
    sensitive: true,
    item_count: 1,
    tag: { name: 'birds' },
    items: [{ account_id: bob.id, state: 'accepted' }],
  })
  const { accounts } = await seen(server.anonymous, collection.id)
  assert.deepEqual(idsOf(accounts), [alice.id, bob.id])
  const [told] = entityOf(await bob.get('/api/v1/notifications'), 'Notification[]')
  assert.deepEqual(
    [told.type, told.account.id, told.collection.id],
    ['added_to_collection', alice.id, collection.id],
  )
  const inBobs = (await bob.get(`/api/v1/accounts/${bob.id}/in_collections`)).json()
  assert.deepEqual(idsOf(inBobs.collections), [collection.id])
  assert.equal((await alice.get(`/api/v1/accounts/${bob.id}/in_collections`)).statusCode, 403)

  const items = `${COLLECTIONS}/${collection.id}/items`
  const add = (id: string | undefined, by = alice) => by.post(items, { account_id: id })
  assert.equal((await add(undefined)).statusCode, 422)
  assert.equal((await add('1')).statusCode, 404)
  assert.equal((await add(carol.id)).statusCode, 403, 'she does not let herself be found')
  assert.equal((await add(bob.id)).statusCode, 422, 'he is there already')
  await letBeFound(carol, { locked: true })
  assert.equal((await add(carol.id)).statusCode, 403, 'only her followers may')
  await alice.follow(carol)
  const [{ id: requestId }] = (await carol.get('/api/v1/follow_requests')).json()
  await carol.post(`/api/v1/follow_requests/${requestId}/authorize`)
  const added = await add(carol.id)
  assert.equal(added.statusCode, 200, added.body)
  assertEntity('CollectionItem', added.json().collection_item)
  await bob.post(`/api/v1/accounts/${alice.id}/block`)
  assert.equal((await add(bob.id)).statusCode, 403)

  const wrong = await alice.post(COLLECTIONS, {
    name: 'x'.repeat(41),
    description: 'y'.repeat(101),
    language: 'nonsense',
  })
  assert.equal(wrong.statusCode, 422)
  assert.deepEqual(Object.keys(wrong.json().error.details), ['name', 'description', 'language'])
  assert.equal(wrong.json().error.details.name[0].error, 'ERR_TOO_LONG')
  assert.equal((await alice.post(COLLECTIONS, { name: ' ' })).statusCode, 422)
  for (let made = 1; made < 10; made++) await makeCollection(alice)
  const tenth = await alice.post(COLLECTIONS, { name: 'one more' })
  assert.deepEqual([tenth.statusCode, tenth.json().error.details.base?.length], [422, 1])
})

test('S-521 25 accounts are the most', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const people: TestUser[] = []
  for (let at = 0; at < 26; at++) {
    const person = await server.signUp(`person${at}`)
    await letBeFound(person)
    people.push(person)
  }
  const ids = people.map(({ id }) => id)
  const atOnce = await alice.post(COLLECTIONS, { name: 'all', account_ids: ids })
  assert.equal(atOnce.statusCode, 422)

  const { id } = await makeCollection(alice, { account_ids: ids.slice(0, 25), discoverable: true })
  const more = await alice.post(`${COLLECTIONS}/${id}/items`, { account_id: ids[25] })
  assert.equal(more.statusCode, 422)

  const costOf = (path: string) =>
    countQueries(server, async () => {
      server.app.fragments.nextEpoch()
      assert.equal((await alice.get(path)).statusCode, 200)
    })
  const list = `/api/v1/accounts/${alice.id}/collections`
  const one = [await costOf(list), await costOf(`${COLLECTIONS}/${id}`)]
  const small = await makeCollection(alice, { account_ids: [ids[25]], discoverable: true })
  assert.deepEqual([await costOf(list), await costOf(`${COLLECTIONS}/${small.id}`)], one)
})

test('A51 only its owner changes a collection, and only who is in it leaves it', async () => {
  await using server = await startTestServer()
  const [alice, bob, eve] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('eve'),
  ]
  await letBeFound(bob)
  const { id, items } = await makeCollection(alice, { account_ids: [bob.id] })
  const path = `${COLLECTIONS}/${id}`
  const item = `${path}/items/${items[0].id}`

  for (const answer of [
    await eve.send('PATCH', path, { name: 'mine' }),
    await eve.delete(path),
    await eve.post(`${path}/items`, { account_id: bob.id }),
    await eve.delete(item),
    await eve.post(`${item}/revoke`),
    await alice.post(`${item}/revoke`),
  ]) {
    assert.equal(answer.statusCode, 403, answer.body)
  }
  const reading = await server.tokenFor(alice, 'read')
  assert.equal((await reading.delete(path)).statusCode, 403)
  assert.equal((await server.anonymous.delete(path)).statusCode, 401)
  assert.equal((await alice.send('PATCH', `${COLLECTIONS}/1`, {})).statusCode, 404)

  const renamed = await alice.send('PUT', path, { name: 'Better name', tag_name: '' })
  assert.equal(renamed.json().collection.name, 'Better name')
  await alice.send('PATCH', path, { sensitive: true })
  assert.deepEqual(await typesOf(bob), ['collection_update', 'added_to_collection'])

  const left = await bob.post(`${item}/revoke`)
  assert.deepEqual([left.statusCode, left.json()], [200, {}])
  assert.equal((await seen(alice, id)).collection.item_count, 0)
  assert.deepEqual(await typesOf(bob), [])
  assert.equal((await alice.post(`${path}/items`, { account_id: bob.id })).statusCode, 422)

  const gone = await alice.delete(path)
  assert.deepEqual([gone.statusCode, gone.json()], [200, {}])
  assert.equal((await alice.get(path)).statusCode, 404)
})

test('collections are listed, found and linked by whom they are for', async () => {
  await using server = await startTestServer()
  const [alice, bob, eve] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('eve'),
  ]
  await letBeFound(bob)
  const secret = await makeCollection(alice, { name: 'Hidden owls' })
  const open = await makeCollection(alice, {
    name: 'Known owls',
    discoverable: true,
    account_ids: [bob.id],
  })
  const path = `/api/v1/accounts/${alice.id}/collections`
  const listed = async (who: { get: TestUser['get'] }, query = {}) =>
    idsOf((await who.get(path, query)).json().collections)

  assert.deepEqual(await listed(alice), [open.id, secret.id])
  assert.deepEqual(await listed(server.anonymous), [open.id])
  const first = await alice.get(path, { limit: 1 })
  const { next } = linksOf(first)
  assert.match(next!, /offset=1/)
  assert.deepEqual(idsOf((await alice.get(next!)).json().collections), [secret.id])
  const alpha = await eve.get(path.replace('v1', 'v1_alpha'))
  assert.deepEqual(idsOf(alpha.json().collections), [open.id])
  assert.ok(alpha.headers.deprecation)

  const found = async (q: string) => (await eve.get('/api/v2/search', { q, resolve: true })).json()
  assert.deepEqual(idsOf((await found('owls')).collections), [open.id])
  assert.deepEqual(idsOf((await found(secret.uri)).collections), [secret.id])
  assert.deepEqual(idsOf((await found(secret.url)).collections), [secret.id])

  const status = await eve.publish(`look: ${open.url}`)
  assertEntity('Status', status)
  assert.deepEqual(idsOf(status.tagged_collections), [open.id])
  const edited = await eve.send('PUT', `/api/v1/statuses/${status.id}`, { status: 'nothing' })
  assert.deepEqual(edited.json().tagged_collections, [])

  const report = { account_id: alice.id, collection_ids: [open.id] }
  const reported = entityOf(await eve.post('/api/v1/reports', report), 'Report')
  assert.deepEqual(reported.collection_ids, [open.id])
  const foreign = { account_id: bob.id, collection_ids: [open.id] }
  assert.equal((await eve.post('/api/v1/reports', foreign)).statusCode, 404)

  await eve.post(`/api/v1/accounts/${bob.id}/block`)
  assert.deepEqual((await seen(eve, open.id)).collection.items, [])
  await alice.post(`/api/v1/accounts/${eve.id}/block`)
  assert.deepEqual(await listed(eve), [])
  assert.equal((await eve.get(`${COLLECTIONS}/${open.id}`)).statusCode, 404)
})

test('FeatureApproval says who may feature an account, and whether the viewer may', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const approval = async (who: { get: TestUser['get'] }) =>
    entityOf(await who.get(`/api/v1/accounts/${bob.id}`), 'Account').feature_approval

  await letBeFound(bob, { discoverable: false })
  assert.deepEqual(await approval(alice), { automatic: [], manual: [], current_user: 'denied' })
  await letBeFound(bob)
  const open = { automatic: ['public'], manual: [] }
  assert.deepEqual(await approval(alice), { ...open, current_user: 'automatic' })
  assert.deepEqual(await approval(server.anonymous), { ...open, current_user: 'denied' })
  await letBeFound(bob, { locked: true })
  const closer = { automatic: ['followers'], manual: [] }
  assert.deepEqual(await approval(alice), { ...closer, current_user: 'denied' })
  await alice.follow(bob)
  const [{ id }] = (await bob.get('/api/v1/follow_requests')).json()
  await bob.post(`/api/v1/follow_requests/${id}/authorize`)
  assert.deepEqual(await approval(alice), { ...closer, current_user: 'automatic' })
})
