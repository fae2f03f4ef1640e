import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Response } from 'light-my-request'
import { startTestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/conversations'

interface Conversation {
  id: string
  unread: boolean
  accounts: { username: string }[]
  last_status: { id: string } | null
}

async function conversations(user: TestUser, query = ''): Promise<Conversation[]> {
  const response = await user.get(PATH + query)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const lastStatuses = (list: Conversation[]) => list.map((one) => one.last_status?.id)
const people = (one: Conversation | undefined) => one?.accounts.map((account) => account.username)
const direct = { visibility: 'direct' }

test('a direct status is a conversation for its author and for everybody it names', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')

  const { id } = await alice.publish('@bob @carol hello', direct)
  await alice.publish('@bob hello everybody')

  const [mine] = await conversations(alice)
  const [theirs, ...more] = await conversations(bob)
  assert.deepEqual(Object.keys(mine ?? {}).sort(), ['accounts', 'id', 'last_status', 'unread'])
  assert.partialDeepStrictEqual(mine, { unread: false, last_status: { id } })
  assert.deepEqual(people(mine)?.sort(), ['bob', 'carol'])
  assert.partialDeepStrictEqual(theirs, { unread: true, last_status: { id } })
  assert.deepEqual(people(theirs)?.sort(), ['alice', 'carol'])
  assert.deepEqual(more, [])
  assert.equal((await conversations(carol)).length, 1)
})

test('replies of the same people move it up; other people make another one', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const first = await alice.publish('@bob hello', direct)

  const reply = await bob.publish('@alice hi', { ...direct, in_reply_to_id: first.id })
  const same = await conversations(alice)
  const wider = await bob.publish('@alice @carol hi', { ...direct, in_reply_to_id: reply.id })

  assert.deepEqual(lastStatuses(same), [reply.id])
  assert.equal(same[0]?.unread, true)
  assert.deepEqual(lastStatuses(await conversations(alice)), [wider.id, reply.id])
  assert.deepEqual(lastStatuses(await conversations(carol)), [wider.id])
})

test('a note to oneself is a conversation with oneself', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  await alice.publish('remember the milk', direct)

  const [mine] = await conversations(alice)
  assert.deepEqual(people(mine), ['alice'])
  assert.equal(mine?.unread, false)
})

test('it is marked as read and unread', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.publish('@bob hello', direct)
  const [{ id } = { id: '' }] = await conversations(bob)

  const read = await bob.post(`${PATH}/${id}/read`)
  const again = await bob.post(`${PATH}/${id}/read`)
  const unread = await bob.post(`${PATH}/${id}/unread`)

  assert.equal(read.statusCode, 200, read.body)
  assert.partialDeepStrictEqual(read.json(), { id, unread: false })
  assert.partialDeepStrictEqual(again.json(), { id, unread: false })
  assert.partialDeepStrictEqual(unread.json(), { id, unread: true })
})

test('it is removed for its owner only, and comes back with the next status', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('@bob hello', direct)
  const [theirs] = await conversations(bob)

  const removed = await bob.delete(`${PATH}/${theirs?.id}`)
  const again = await bob.delete(`${PATH}/${theirs?.id}`)

  assert.deepEqual([removed.statusCode, removed.json()], [200, {}])
  assert.equal(again.statusCode, 404)
  assert.deepEqual(await conversations(bob), [])
  assert.equal((await conversations(alice)).length, 1)
  await alice.publish('@bob hello?', { ...direct, in_reply_to_id: id })
  assert.equal((await conversations(bob)).length, 1)
})

test('A51 somebody else’s conversation answers like one that does not exist', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const mallory = await server.signUp('mallory')
  await alice.publish('a note', direct)
  const [mine] = await conversations(alice)

  const tries = (id: string | undefined): Promise<Response>[] => [
    mallory.post(`${PATH}/${id}/read`),
    mallory.post(`${PATH}/${id}/unread`),
    mallory.delete(`${PATH}/${id}`),
  ]
  const foreign = await Promise.all(tries(mine?.id))
  const missing = await Promise.all(tries('7'))

  for (const [at, response] of foreign.entries()) {
    assert.equal(response.statusCode, 404)
    assert.equal(response.body, missing[at]?.body)
  }
  assert.equal((await conversations(alice)).length, 1)
})

test('S-038 S-039 S-042 pages go by the id of the last status', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const made = []
  for (const name of ['one', 'two', 'three']) {
    await server.signUp(name)
    made.push((await alice.publish(`@${name} hello`, direct)).id)
  }
  const [one, two, three] = made

  const page = await alice.get(`${PATH}?limit=2`)

  assert.deepEqual(lastStatuses(page.json()), [three, two])
  const link = String(page.headers.link)
  assert.match(link, new RegExp(`max_id=${two}>; rel="next"`))
  assert.match(link, new RegExp(`min_id=${three}>; rel="prev"`))
  assert.deepEqual(lastStatuses(await conversations(alice, `?max_id=${two}`)), [one])
  assert.deepEqual(lastStatuses(await conversations(alice, `?limit=1&min_id=${one}`)), [two])
  assert.deepEqual(lastStatuses(await conversations(alice, `?limit=1&since_id=${one}`)), [three])
  const last = await alice.get(`${PATH}?limit=2&max_id=${two}`)
  assert.doesNotMatch(String(last.headers.link), /rel="next"/)
})

test('when its last status is deleted the one before is last, and without any it is gone', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await server.signUp('carol')
  const first = await alice.publish('@bob hello', direct)
  await alice.publish('@bob @carol hello', { ...direct, in_reply_to_id: first.id })
  const second = await alice.publish('@bob hello?', { ...direct, in_reply_to_id: first.id })

  await alice.delete(`/api/v1/statuses/${second.id}`)
  const after = await conversations(bob)
  await alice.delete(`/api/v1/statuses/${first.id}`)

  assert.equal(after.length, 2)
  assert.ok(lastStatuses(after).includes(first.id))
  const left = await conversations(bob)
  assert.equal(left.length, 1)
  assert.deepEqual(people(left[0])?.sort(), ['alice', 'carol'])
})

test('blocking somebody removes the conversations with them, muting lets none begin', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await bob.publish('@alice hello', direct)
  await alice.post(`/api/v1/accounts/${carol.id}/mute`)
  await carol.publish('@alice hello', direct)
  const before = await conversations(alice)

  await alice.post(`/api/v1/accounts/${bob.id}/block`)

  assert.deepEqual(before.map(people), [['bob']])
  assert.deepEqual(await conversations(alice), [])
})
