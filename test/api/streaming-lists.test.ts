import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeList } from '../support/lists.ts'
import { startTestServer } from '../support/server.ts'
import { openEvents, openSocket } from '../support/streams.ts'

test('S-465 S-463 a list’s stream is its owner’s; asked in any order, answered in that order', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  await alice.follow(bob)
  const list = await makeList(alice, [bob])
  const error = async (query: Record<string, string>, user = bob) => {
    const socket = await openSocket(address, { token: user.token })
    socket.send({ type: 'subscribe', ...query })
    return (await socket.next()).status
  }
  assert.equal(await error({ stream: 'list', list }), 401)
  assert.equal(await error({ stream: 'list', list: '1' }), 401)
  assert.equal(await error({ stream: 'list', list: 'x' }), 401)
  assert.equal(await error({ stream: 'list' }), 400)
  const inAddress = await openSocket(address, { token: bob.token, query: { stream: 'list', list } })
  assert.equal((await inAddress.next()).status, 401)
  for (const [path, user, status] of [
    [`list?list=${list}`, bob, 401],
    ['list?list=1', alice, 401],
    ['list', alice, 400],
  ] as const) {
    const events = await openEvents(address, path, { authorization: `Bearer ${user.token}` })
    assert.equal(events.status, status, path)
    events.close()
  }

  const socket = await openSocket(address, { token: alice.token })
  await socket.subscribe('list', { list })
  for (const type of ['unsubscribe', 'subscribe', 'unsubscribe', 'subscribe', 'subscribe']) {
    socket.send({ type, stream: 'list', list })
  }
  await socket.settle()
  const status = await bob.publish('hello')
  const frame = await socket.next()
  assert.deepEqual([frame.stream, frame.event], [['list', list], 'update'])
  assert.equal(JSON.parse(frame.payload ?? '').id, status.id)
  socket.send({ type: 'unsubscribe', stream: 'list', list })
  await socket.settle()
  await bob.publish('unheard')
  await socket.settle()
})

test('S-557 the list of a message may be a JSON number', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  await alice.follow(bob)
  for (let at = 0; at < 3; at++) {
    const list = await makeList(alice, [bob])
    const socket = await openSocket(address, { token: alice.token })
    socket.client.send(`{"type":"subscribe","stream":"list","list":${list}}`)
    await socket.settle()

    await bob.publish('hello')

    const frame = await socket.next()
    assert.deepEqual([frame.stream, frame.event], [['list', list], 'update'])
  }
})

test('S-469 a list’s stream carries new posts, edits and deletions of its members, once each', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const [alice, bob, carol] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('carol'),
  ]
  await alice.follow(bob)
  await alice.follow(carol)
  const list = await makeList(alice, [bob, alice], { exclusive: true })
  const other = await makeList(carol)
  const headers = { authorization: `Bearer ${alice.token}` }
  const events = await openEvents(address, `list?list=${list}`, headers)
  assert.equal(events.status, 200)
  assert.equal(await events.nextLine(), ':)')
  const socket = await openSocket(address, { token: alice.token })
  await socket.subscribe('user')
  const foreign = await openSocket(address, { token: carol.token })
  await foreign.subscribe('list', { list: other })
  const next = async (event: string) => {
    const heard = await events.next()
    assert.equal(heard.event, event)
    return heard.data
  }

  const elsewhere = await carol.publish('at home alone')
  const status = await bob.publish('hello')
  assert.equal(JSON.parse(await next('update')).id, status.id)
  await bob.put(`/api/v1/statuses/${status.id}`, { status: 'edited' })
  assert.equal(JSON.parse(await next('status.update')).id, status.id)
  await bob.delete(`/api/v1/statuses/${status.id}`)
  assert.equal(await next('delete'), status.id)
  const own = await alice.publish('own')
  assert.equal(JSON.parse(await next('update')).id, own.id)

  const direct = await bob.publish('@alice', { visibility: 'direct' })
  const last = await bob.publish('last')
  assert.equal(JSON.parse(await next('update')).id, last.id)
  assert.equal((await socket.nextPayload('update')).id, elsewhere.id)
  assert.equal((await socket.nextPayload('update')).id, own.id, 'exclusive members are not at home')
  await foreign.settle()
  assert.ok(direct)
  events.close()
})

test('S-237 posts with a followed hashtag are on the user stream, also by who is followed, once', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const [alice, friend, stranger] = [
    await server.signUp('alice'),
    await server.signUp('friend'),
    await server.signUp('stranger'),
  ]
  await alice.follow(friend)
  await alice.post('/api/v1/tags/birds/follow')
  const socket = await openSocket(address, { token: alice.token })
  await socket.subscribe('user')

  const ids = []
  for (const author of [stranger, friend]) ids.push((await author.publish('#birds')).id)
  await stranger.publish('no tag')
  ids.push((await friend.publish('last')).id)

  for (const id of ids) assert.equal((await socket.nextPayload('update')).id, id)
  await stranger.delete(`/api/v1/statuses/${ids[0]}`)
  assert.equal((await socket.next()).payload, ids[0])
})
