import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityOf, idsOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { openSocket } from '../support/streams.ts'

async function home(user: TestUser): Promise<string[]> {
  return idsOf(entityOf(await user.get('/api/v1/timelines/home?limit=40'), 'Status[]'))
}

async function reblog(user: TestUser, id: string): Promise<string> {
  return entityOf(await user.post(`/api/v1/statuses/${id}/reblog`), 'Status').id
}

/** Bob, whose home this is about, follows alice and carol; dave and all others are strangers to him. */
async function signUpAll(server: TestServer) {
  const [alice, bob, carol, dave] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('carol'),
    await server.signUp('dave'),
  ]
  await bob.follow(alice)
  await bob.follow(carol)
  return { alice, bob, carol, dave }
}

/** So many posts of somebody; ids, newest first. */
async function publishMany(user: TestUser, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.unshift((await user.publish(`${at}`)).id)
  return ids
}

test('of several reblogs of a status the first comes home', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol, dave } = await signUpAll(server)
  const { id } = await dave.publish('worth it')

  const first = await reblog(alice, id)
  await reblog(carol, id)
  const [other] = await publishMany(carol, 1)

  assert.deepEqual(await home(bob), [other, first])
})

test('a reblog of what is at home anyway stays out, also one’s own and that of one’s own status', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol } = await signUpAll(server)
  const { id } = await alice.publish('here already')
  const { id: own } = await bob.publish('mine')

  await reblog(carol, id)
  await reblog(bob, id)
  await reblog(carol, own)

  assert.deepEqual(await home(bob), [own, id])
  assert.equal((await home(carol)).length, 2, 'it was new to who reblogged it')
})

test('after 40 others a status is shown again by its reblog, before it is not', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol } = await signUpAll(server)
  const { id } = await alice.publish('long ago')
  const others = await publishMany(bob, 39)

  const taken = await reblog(carol, id)
  assert.deepEqual(await home(bob), [...others, id])
  await carol.post(`/api/v1/statuses/${id}/unreblog`)
  const [latest] = await publishMany(bob, 1)
  const again = await reblog(carol, id)

  assert.notEqual(again, taken)
  assert.deepEqual(await home(bob), [again, latest, ...others.slice(0, 38)])
})

test('a reblog that was taken back makes room for the next one', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol, dave } = await signUpAll(server)
  const { id } = await dave.publish('worth it')
  await reblog(alice, id)
  await alice.post(`/api/v1/statuses/${id}/unreblog`)

  const second = await reblog(carol, id)

  assert.deepEqual(await home(bob), [second])
})

test('a follow brings nothing home that is there already', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol, dave } = await signUpAll(server)
  const { id: boosted } = await dave.publish('boosted')
  const { id: twice } = await dave.publish('reblogged by its author')
  await reblog(dave, twice)
  const { id: here } = await alice.publish('here')
  await reblog(dave, here)
  const shown = await reblog(carol, boosted)

  await bob.follow(dave)

  assert.deepEqual(await home(bob), [shown, here, twice])
})

test('S-469 streams bring what came home: no second reblog, and no own one of what was there', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol, dave } = await signUpAll(server)
  const address = await server.listen()
  const socket = await openSocket(address, { token: bob.token })
  await socket.subscribe('user')
  const { id } = await dave.publish('worth it')

  const first = await reblog(alice, id)
  await reblog(carol, id)
  await reblog(bob, id)
  const { id: fresh } = await dave.publish('only bob knows')
  const own = await reblog(bob, fresh)
  const last = await alice.publish('the end')

  const seen: string[] = []
  for (let at = 0; at < 3; at++) seen.push((await socket.nextPayload('update')).id)
  assert.deepEqual(seen, [first, own, last.id])
})
