import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countQueries } from '../support/count-queries.ts'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/statuses'
const POLL = { options: ['a', 'b', 'c'], expires_in: 3600 }

const vote = (user: TestUser, id: string, ...choices: unknown[]) =>
  user.post(`/api/v1/polls/${id}/votes`, { choices })

test('S-140 a poll has all its parts, from JSON and from a form', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const form = 'status=x&poll[options][]=a&poll[options][]=b&poll[expires_in]=300&poll[multiple]=1'

  const earliest = server.app.clock() + 3_600_000
  const fromJson = (await alice.publish('x', { poll: POLL })).poll
  const latest = server.app.clock() + 3_600_000
  const fromForm = entityOf(
    await alice.post(PATH, form, { 'content-type': 'application/x-www-form-urlencoded' }),
    'Status',
  ).poll

  const own = entityOf(await alice.get(`/api/v1/polls/${fromJson.id}`), 'Poll')
  assert.deepEqual(own, fromJson)
  assert.partialDeepStrictEqual(own, {
    expired: false,
    multiple: false,
    votes_count: 0,
    voters_count: 0,
    options: ['a', 'b', 'c'].map((title) => ({ title, votes_count: 0 })),
    voted: true,
    own_votes: [],
  })
  assert.equal(fromForm.multiple, true)
  const expires = Date.parse(own.expires_at)
  assert.ok(expires >= earliest && expires <= latest, own.expires_at)
})

test('S-340 options are trimmed, blanks dropped; their number, length and the end are limited', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const send = async (poll: Record<string, unknown>) =>
    (await alice.post(PATH, { status: 'x', poll: { ...POLL, ...poll } })).statusCode

  const tidied = await alice.publish('x', { poll: { ...POLL, options: [' a ', '', '  ', 'b'] } })
  const titles = tidied.poll.options.map((option: { title: string }) => option.title)
  assert.deepEqual(titles, ['a', 'b'])
  assert.equal(await send({ options: ['a', ' '] }), 422)
  assert.equal(await send({ options: ['a', 'b', 'c', 'd'] }), 200)
  assert.equal(await send({ options: ['a', 'b', 'c', 'd', 'e'] }), 422)
  assert.equal(await send({ options: ['a', ' a'] }), 422)
  assert.equal(await send({ options: ['👍🏽'.repeat(50), 'b'] }), 200)
  assert.equal(await send({ options: ['x'.repeat(51), 'b'] }), 422)
  assert.equal(await send({ options: [`https://example.org/${'x'.repeat(40)}`, 'b'] }), 422)
  for (const [expires_in, code] of [
    [300, 200],
    [299, 422],
    [2_629_746, 200],
    [2_629_747, 422],
    [-1, 422],
    ['', 422],
  ] as const) {
    assert.equal(await send({ expires_in }), code, `${expires_in}`)
  }
  const { configuration } = (await alice.get('/api/v2/instance')).json()
  assert.deepEqual(configuration.polls, {
    max_options: 4,
    max_characters_per_option: 50,
    min_expiration: 300,
    max_expiration: 2_629_746,
  })
})

test('S-340 a poll without options is refused, no poll at all is none', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const send = (poll: unknown) => alice.post(PATH, { status: 'x', poll })

  for (const poll of [{ expires_in: 300 }, { options: [] }, { options: null, multiple: true }]) {
    assert.equal((await send(poll)).statusCode, 422, JSON.stringify(poll))
  }
  for (const poll of [null, '', {}]) {
    assert.equal(entityOf(await send(poll), 'Status').poll, null)
  }
})

test('S-332 a poll and media go together', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const file = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const { id } = (await alice.post('/api/v2/media', { file })).json()

  const status = await alice.publish('x', { poll: POLL, media_ids: [id] })

  assert.deepEqual([status.poll.options.length, status.media_attachments.length], [3, 1])
})

test('S-342 a vote is shown as one’s own and counted; it is one on a single, several on a multiple poll', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const single = (await alice.publish('x', { poll: POLL })).poll.id
  const multiple = (await alice.publish('x', { poll: { ...POLL, multiple: true } })).poll.id

  const voted = entityOf(await vote(bob, single, '1'), 'Poll')
  assert.partialDeepStrictEqual(voted, {
    voted: true,
    own_votes: [1],
    votes_count: 1,
    voters_count: 1,
    options: [{ votes_count: 0 }, { votes_count: 1 }, { votes_count: 0 }],
  })
  assert.equal((await vote(bob, single, 0)).statusCode, 422)
  assert.equal((await vote(bob, single, 1)).statusCode, 422)

  const both = entityOf(await vote(bob, multiple, 2, 0, 2), 'Poll')
  assert.partialDeepStrictEqual(both, { own_votes: [2, 0], votes_count: 2, voters_count: 1 })
  assert.equal((await vote(bob, multiple, 1, 2)).statusCode, 422)
  const more = entityOf(await vote(bob, multiple, 1), 'Poll')
  assert.partialDeepStrictEqual(more, { own_votes: [2, 0, 1], votes_count: 3, voters_count: 1 })
  assert.equal((await bob.get(`/api/v1/polls/${multiple}`)).body, JSON.stringify(more))
})

test('S-342 S-021 what is no vote: own poll, ended, out of range, too many 422; nothing 400', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = (await alice.publish('x', { poll: POLL })).poll
  const code = async (user: TestUser, ...choices: unknown[]) =>
    (await vote(user, id, ...choices)).statusCode

  assert.equal(await code(alice, 0), 422)
  for (const choices of [[3], [-1], [0, 1], ['first'], [0.5], [[0]], [99_999_999_999]]) {
    assert.equal(await code(bob, ...choices), 422, JSON.stringify(choices))
  }
  assert.equal(await code(bob), 400)
  assert.equal((await bob.post(`/api/v1/polls/${id}/votes`)).statusCode, 400)
  assert.equal(
    (await bob.post('/api/v1/polls/109999999999999999/votes', { choices: [0] })).statusCode,
    404,
  )
  server.clock.now += 3_600_000
  assert.equal(await code(bob, 0), 422)
  const poll = entityOf(await bob.get(`/api/v1/polls/${id}`), 'Poll')
  assert.partialDeepStrictEqual(poll, { expired: true, votes_count: 0, voted: false })
})

test('S-342 A22 20 votes of one user at once are one', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const single = (await alice.publish('x', { poll: POLL })).poll.id
  const multiple = (await alice.publish('x', { poll: { ...POLL, multiple: true } })).poll.id

  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => [
      vote(bob, single, at % 3),
      vote(bob, multiple, 1),
    ]).flat(),
  )

  assert.equal(replies.filter((reply) => reply.statusCode === 200).length, 2)
  for (const id of [single, multiple]) {
    const poll = entityOf(await bob.get(`/api/v1/polls/${id}`), 'Poll')
    assert.partialDeepStrictEqual(poll, { votes_count: 1, voters_count: 1 })
    assert.equal(poll.own_votes.length, 1)
  }
})

test('20 users who vote at once are all counted', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = (await alice.publish('x', { poll: POLL })).poll
  const users: TestUser[] = []
  for (let at = 0; at < 20; at++) users.push(await server.signUp(`user${at}`))

  const replies = await Promise.all(users.map((user, at) => vote(user, id, at % 2)))

  for (const reply of replies) assert.equal(reply.statusCode, 200, reply.body)
  const poll = entityOf(await server.anonymous.get(`/api/v1/polls/${id}`), 'Poll')
  assert.partialDeepStrictEqual(poll, { votes_count: 20, voters_count: 20 })
  const counts = poll.options.map((option: { votes_count: number }) => option.votes_count)
  assert.deepEqual(counts, [10, 10, 0])
})

test('S-343 hidden totals show no count of an option until the end', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = (await alice.publish('x', { poll: { ...POLL, hide_totals: true } })).poll
  const counts = async (user: TestUser) =>
    entityOf(await user.get(`/api/v1/polls/${id}`), 'Poll').options.map(
      (option: { votes_count: number | null }) => option.votes_count,
    )
  await vote(bob, id, 2)

  for (const user of [alice, bob]) assert.deepEqual(await counts(user), [null, null, null])
  server.clock.now += 3_600_000
  assert.deepEqual(await counts(bob), [0, 0, 1])
})

test('S-341 S-412 a poll is seen by who sees its status; others get the 404 of a missing one', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await bob.follow(alice)
  const missing = await carol.get('/api/v1/polls/109999999999999999')
  assert.equal(missing.statusCode, 404)

  for (const visibility of ['public', 'unlisted', 'private', 'direct']) {
    const { id } = (await alice.publish('@bob x', { visibility, poll: POLL })).poll
    const open = visibility === 'public' || visibility === 'unlisted'
    assert.equal((await bob.get(`/api/v1/polls/${id}`)).statusCode, 200, visibility)
    assert.equal((await vote(bob, id, 0)).statusCode, 200, visibility)
    for (const viewer of [carol, server.anonymous]) {
      const reply = await viewer.get(`/api/v1/polls/${id}`)
      assert.equal(reply.statusCode, open ? 200 : 404, visibility)
      if (!open) assert.equal(reply.body, missing.body)
    }
    const reply = await vote(carol, id, 0)
    assert.equal(reply.statusCode, open ? 200 : 404, visibility)
    if (!open) assert.equal(reply.body, missing.body)
  }
})

test('S-344 at its end the author and who voted are told, once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const { id, poll } = await alice.publish('x', { poll: POLL })
  await vote(bob, poll.id, 0)
  const told = async (user: TestUser) =>
    entityOf(await user.get('/api/v1/notifications'), 'Notification[]').map(
      (one: { type: string; status: { id: string } }) => [one.type, one.status.id],
    )

  server.clock.now += 3_500_000
  await server.settle()
  assert.deepEqual(await told(bob), [])
  server.clock.now += 100_000
  await server.settle()
  await server.settle()

  assert.deepEqual(await told(alice), [['poll', id]])
  assert.deepEqual(await told(bob), [['poll', id]])
  assert.deepEqual(await told(carol), [])
})

test('S-344 S-334 a poll whose end an edit moved ends then, and one that was taken away never', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const moved = await alice.publish('x', { poll: POLL })
  const removed = await alice.publish('y', { poll: POLL })
  const poll = { options: ['d', 'e'], expires_in: 7200 }
  assert.equal((await alice.put(`${PATH}/${moved.id}`, { status: 'x', poll })).statusCode, 200)
  assert.equal((await alice.put(`${PATH}/${removed.id}`, { status: 'y' })).statusCode, 200)
  const told = async () => (await alice.get('/api/v1/notifications')).json().length

  server.clock.now += 3_600_000
  await server.settle()
  assert.equal(await told(), 0)
  server.clock.now += 3_600_000
  await server.settle()

  assert.equal(await told(), 1)
})

test('a page of polls costs no more queries for ten than for two', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const publish = async (count: number) => {
    for (let at = 0; at < count; at++) await alice.publish(`${at}`, { poll: POLL })
  }
  const cost = async (length: number) => {
    return countQueries(server, async () => {
      server.app.fragments.nextEpoch()
      const page = await bob.get(`/api/v1/accounts/${alice.id}/statuses`)
      assert.equal(entityOf(page, 'Status[]').length, length)
    })
  }
  await publish(2)
  const few = await cost(2)

  await publish(8)

  assert.ok(few > 3)
  const many = await cost(10)
  assert.ok(many <= few, `${many} queries instead of ${few}`)
})
