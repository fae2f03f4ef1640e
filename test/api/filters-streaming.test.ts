import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderViews } from '../../src/features/statuses/read/views.ts'
import { createVersionedCache } from '../../src/kernel/cache/versioned-cache.ts'
import { countQueries } from '../support/count-queries.ts'
import { assertEntity, entityOf } from '../support/entities.ts'
import { startTestServer, type TestUser } from '../support/server.ts'
import { openEvents, openSocket } from '../support/streams.ts'

const PATH = '/api/v2/filters'

async function filter(user: TestUser, ...keywords: string[]) {
  const keywords_attributes = keywords.map((keyword) => ({ keyword }))
  const body = { title: 'Birds', context: ['home'], keywords_attributes }
  return entityOf(await user.post(PATH, body), 'Filter')
}

interface Result {
  filter: { id: string }
  keyword_matches: string[] | null
  status_matches: string[] | null
}

test('S-480 S-481 S-482 S-483 each request that changes filters is told once, to their owner alone', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const status = await bob.publish('before')
  const socket = await openSocket(address, { token: alice.token, query: { stream: 'user' } })
  const stranger = await openSocket(address, { token: bob.token, query: { stream: 'user' } })
  const events = await openEvents(address, 'user', { authorization: `Bearer ${alice.token}` })
  await Promise.all([socket.settle(), stranger.settle()])

  const made = await filter(alice, 'crow', 'owl', 'jay')
  const [crow, owl, jay] = made.keywords
  const keywords_attributes = [
    { id: crow.id, keyword: 'rook' },
    { id: owl.id, _destroy: true },
    { keyword: 'raven' },
  ]
  await alice.put(`${PATH}/${made.id}`, { title: 'Corvids', keywords_attributes })
  const nothing = { keywords_attributes: [{ id: '1', keyword: 'a' }] }
  for (const [refused, status] of [
    [await alice.put(`${PATH}/${made.id}`, { title: '' }), 422],
    [await alice.put(`${PATH}/${made.id}`, nothing), 404],
    [await alice.post(PATH, { title: 'None' }), 422],
    [await bob.put(`${PATH}/${made.id}`, { title: 'Mine' }), 404],
    [await alice.post(`${PATH}/${made.id}/keywords`, { keyword: '' }), 422],
  ] as const) {
    assert.equal(refused.statusCode, status, refused.body)
  }
  const added = (await alice.post(`${PATH}/${made.id}/keywords`, { keyword: 'a' })).json()
  await alice.put(`${PATH}/keywords/${added.id}`, { keyword: 'b' })
  await alice.delete(`${PATH}/keywords/${added.id}`)
  const body = { status_id: status.id }
  const entry = (await alice.post(`${PATH}/${made.id}/statuses`, body)).json()
  assert.equal((await alice.post(`${PATH}/${made.id}/statuses`, body)).statusCode, 422)
  await alice.delete(`${PATH}/statuses/${entry.id}`)
  const legacy = (await alice.post('/api/v1/filters', { phrase: 'a', context: ['home'] })).json()
  await alice.put(`/api/v1/filters/${legacy.id}`, { phrase: 'b', irreversible: true })
  const several = await alice.put(`/api/v1/filters/${jay.id}`, { irreversible: true })
  assert.equal(several.statusCode, 422)
  await alice.delete(`/api/v1/filters/${legacy.id}`)
  await alice.delete(`${PATH}/${made.id}`)
  const own = [await alice.publish('after'), await bob.publish('after')]

  const told = 11
  for (let at = 0; at < told; at++) {
    assert.deepEqual(await socket.next(), { stream: ['user'], event: 'filters_changed' })
    assert.deepEqual(await events.next(), { event: 'filters_changed', data: 'undefined' })
  }
  assert.equal((await socket.nextPayload('update')).id, own[0].id)
  assert.equal((await events.next()).event, 'update')
  assert.equal((await stranger.nextPayload('update')).id, own[1].id)
  events.close()
})

test('S-476 S-477 S-117 streams carry what each viewer filters, public ones by keyword only', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const [alice, bob, carol] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('carol'),
  ]
  await alice.follow(bob)
  const { id } = await filter(alice, 'crow')
  const open = async (user: TestUser, stream: string) => {
    const socket = await openSocket(address, { token: user.token })
    await socket.subscribe(stream, { tag: 'birds' })
    return socket
  }
  const home = await open(alice, 'user')
  const sockets = [await open(alice, 'public'), await open(alice, 'hashtag')]
  const others = await open(carol, 'public')
  const listed = (status: { filtered: Result[] }) =>
    status.filtered.map((one) => [one.filter.id, one.keyword_matches, one.status_matches])

  const crow = await bob.publish('a crow #birds')

  for (const socket of [home, ...sockets]) {
    const shown = await socket.nextPayload('update')
    assertEntity('Status', shown)
    assert.deepEqual([shown.id, listed(shown)], [crow.id, [[id, ['crow'], null]]])
  }
  assert.deepEqual((await others.nextPayload('update')).filtered, [])

  await alice.post(`${PATH}/${id}/statuses`, { status_id: crow.id })
  await alice.post(`${PATH}/${id}/keywords`, { keyword: 'owl' })
  for (let told = 0; told < 2; told++) assert.equal((await home.next()).event, 'filters_changed')
  await bob.put(`/api/v1/statuses/${crow.id}`, { status: 'an owl #birds' })

  assert.deepEqual(listed(await home.nextPayload('status.update')), [[id, ['owl'], [crow.id]]])
  for (const socket of sockets) {
    assert.deepEqual(listed(await socket.nextPayload('status.update')), [[id, ['owl'], null]])
  }
  assert.deepEqual((await others.nextPayload('status.update')).filtered, [])

  const named = await bob.publish('@alice crow', { visibility: 'direct' })
  const frames = [await home.next(), await home.next()]
  for (const frame of frames) {
    const payload = JSON.parse(frame.payload ?? 'null')
    const shown = frame.event === 'notification' ? payload.status : payload
    assert.deepEqual([shown.id, listed(shown)], [named.id, [[id, ['crow'], null]]])
  }
})

test('S-476 what many viewers filter is read at once, however many they are', async () => {
  await using server = await startTestServer()
  const viewers = [await server.signUp('alice'), await server.signUp('bob')]
  const id = (await viewers[0]!.publish('a crow')).id
  for (const viewer of viewers) await filter(viewer, 'crow', viewer.username)
  // without what is kept
  const cost = (ids: string[]) =>
    countQueries(server, () =>
      renderViews(
        { ...server.app, versioned: createVersionedCache() },
        { id, reblog_of_id: null },
        ids,
      ),
    )
  const few = await cost(viewers.map((viewer) => viewer.id))
  for (const name of ['carol', 'dave', 'erin']) {
    const viewer = await server.signUp(name)
    await filter(viewer, 'crow')
    viewers.push(viewer)
  }

  assert.equal(await cost(viewers.map((viewer) => viewer.id)), few)
})
