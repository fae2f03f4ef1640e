import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/statuses'

async function edit(user: TestUser, id: string, body: Record<string, unknown>) {
  return entityOf(await user.put(`${PATH}/${id}`, body), 'Status')
}

async function versions(user: TestUser, id: string): Promise<number> {
  return entityOf(await user.get(`${PATH}/${id}/history`), 'StatusEdit[]').length
}

async function typesOf(user: TestUser): Promise<string[]> {
  const list = entityOf(await user.get('/api/v1/notifications'), 'Notification[]')
  return list.map((notification: { type: string }) => notification.type)
}

test('S-133 an edit changes the language, leaves a version, and GET shows it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hallo', { language: 'en' })

  const edited = await edit(alice, id, { status: 'hallo', language: 'de' })

  assert.equal(edited.language, 'de')
  assert.match(edited.edited_at, /Z$/)
  const seen = entityOf(await server.anonymous.get(`${PATH}/${id}`), 'Status')
  assert.deepEqual([seen.language, seen.edited_at], ['de', edited.edited_at])
  assert.equal(await versions(alice, id), 2)
  assert.equal((await edit(alice, id, { status: 'hallo', language: 'nonsense' })).language, 'de')
  assert.equal(await versions(alice, id), 2)
})

test('S-334 unchanged input answers 200 and leaves no version', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const poll = { options: ['a', 'b'], expires_in: 3600, multiple: true }
  const { id } = await alice.publish('same', { spoiler_text: 'cw', language: 'de', poll })

  server.clock.now += 1000
  const unchanged = await edit(alice, id, { status: 'same', spoiler_text: 'cw', poll })

  assert.equal(unchanged.edited_at, null)
  assert.equal(await versions(alice, id), 1)
})

test('S-334 an edit replaces all that it names or leaves out: text, warning, media and poll', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const poll = { options: ['a', 'b'], expires_in: 3600 }
  const { id } = await alice.publish('before', { spoiler_text: 'cw', poll })

  const edited = await edit(alice, id, { status: 'after #new https://example.org' })

  assert.partialDeepStrictEqual(edited, { spoiler_text: '', sensitive: false, poll: null })
  assert.deepEqual(edited.tags, [{ name: 'new', url: 'https://rookery.test/tags/new' }])
  const warned = await edit(alice, id, { status: '', spoiler_text: 'only this' })
  assert.partialDeepStrictEqual(warned, {
    spoiler_text: '',
    sensitive: true,
    content: '<p>only this</p>',
    tags: [],
  })
  assert.equal((await alice.put(`${PATH}/${id}`, {})).statusCode, 422)
  assert.equal((await alice.put(`${PATH}/${id}`, { status: 'x'.repeat(501) })).statusCode, 422)
})

test('S-007 PATCH edits as PUT does', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('before')

  const response = await alice.patch(`${PATH}/${id}`, { status: 'after' })

  assert.equal(entityOf(response, 'Status').content, '<p>after</p>')
})

test('S-028 S-155 nobody edits what is not theirs, and no reblog can be edited', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('mine')
  const reblog = (await bob.post(`${PATH}/${id}/reblog`)).json()

  const foreign = await bob.put(`${PATH}/${id}`, { status: 'theirs' })
  const missing = await bob.put(`${PATH}/109999999999999999`, { status: 'theirs' })
  const wrapper = await bob.put(`${PATH}/${reblog.id}`, { status: 'theirs' })

  assert.deepEqual([foreign.statusCode, missing.statusCode, wrapper.statusCode], [404, 404, 422])
  assert.equal(foreign.body, missing.body)
  assert.equal((await alice.get(`${PATH}/${id}`)).json().content, '<p>mine</p>')
})

test('S-334 other options or another kind of choice reset the votes; the rest keeps them', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const poll = { options: ['a', 'b'], expires_in: 3600 }
  const { id, poll: made } = await alice.publish('poll', { poll })
  const vote = () => bob.post(`/api/v1/polls/${made.id}/votes`, { choices: [1] })
  const votes = async () => entityOf(await bob.get(`/api/v1/polls/${made.id}`), 'Poll')
  assert.equal((await vote()).statusCode, 200)

  server.clock.now += 60_000
  const reworded = await edit(alice, id, { status: 'reworded', poll })
  assert.partialDeepStrictEqual(reworded.poll, { id: made.id, votes_count: 1, voters_count: 1 })
  assert.equal(reworded.poll.expires_at, made.expires_at)
  await edit(alice, id, { status: 'reworded', poll: { ...poll, hide_totals: true } })
  assert.partialDeepStrictEqual(await votes(), { voted: true, own_votes: [1] })

  const reset = await edit(alice, id, { status: 'reworded', poll: { ...poll, multiple: true } })
  assert.partialDeepStrictEqual(reset.poll, { id: made.id, votes_count: 0, voters_count: 0 })
  assert.partialDeepStrictEqual(await votes(), { voted: false, own_votes: [], multiple: true })
  assert.equal((await vote()).statusCode, 200)
  const other = { ...poll, options: ['a', 'c'] }
  assert.equal((await edit(alice, id, { status: 'reworded', poll: other })).poll.votes_count, 0)
})

test('S-334 a poll can be added and taken away; its limits hold', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('text')
  const poll = { options: ['a', 'b'], expires_in: 3600 }

  const added = await edit(alice, id, { status: 'text', poll })
  assert.equal(added.poll.options.length, 2)
  const short = { ...poll, options: ['a'] }
  assert.equal((await alice.put(`${PATH}/${id}`, { status: 'text', poll: short })).statusCode, 422)
  const removed = await edit(alice, id, { status: 'text' })
  assert.equal(removed.poll, null)
  assert.equal((await alice.get(`/api/v1/polls/${added.poll.id}`)).statusCode, 404)
})

test('S-334 whoever reblogged it gets one update notification, again after the next edit', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const { id } = await alice.publish('before')
  await bob.post(`${PATH}/${id}/reblog`)
  await carol.post(`${PATH}/${id}/favourite`)

  await edit(alice, id, { status: 'before' })
  assert.deepEqual(await typesOf(bob), [])
  await edit(alice, id, { status: 'after' })
  await edit(alice, id, { status: 'after all' })

  assert.deepEqual(await typesOf(bob), ['update'])
  assert.deepEqual(await typesOf(carol), [])
})

test('whom an edit names is told once and sees it; whom it names no more still sees it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  // private mentions by strangers would be kept back
  await carol.follow(alice)
  const { id } = await alice.publish('@bob psst', { visibility: 'direct' })

  const edited = await edit(alice, id, { status: '@carol psst' })
  await edit(alice, id, { status: '@carol psst!' })

  assert.deepEqual(
    edited.mentions.map((mention: { acct: string }) => mention.acct),
    ['carol'],
  )
  assert.deepEqual(await typesOf(carol), ['mention'])
  for (const user of [bob, carol]) {
    assert.equal(
      (await user.get(`${PATH}/${id}`)).json().content,
      edited.content.replace('psst', 'psst!'),
    )
  }
})

test('20 edits at once leave 20 versions after the first, in order', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('0')

  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => alice.put(`${PATH}/${id}`, { status: `${at + 1}` })),
  )

  for (const reply of replies) assert.equal(reply.statusCode, 200, reply.body)
  const history = entityOf(await alice.get(`${PATH}/${id}/history`), 'StatusEdit[]')
  assert.equal(history.length, 21)
  assert.equal(history[0].content, '<p>0</p>')
  const contents = new Set(history.map((version: { content: string }) => version.content))
  assert.equal(contents.size, 21)
  assert.equal((await alice.get(`${PATH}/${id}`)).json().content, history.at(-1).content)
})

test('S-050 S-334 S-520 new statuses, reblogs and edits share a bucket of 300 in three hours', async () => {
  await using server = await startTestServer({ rateLimits: true })
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('one')
  await alice.publish('two')
  await alice.post(`${PATH}/${id}/reblog`)
  // the general buckets, of 300 and 1500 in five minutes, are full again
  server.clock.now += 400_000

  const response = await alice.put(`${PATH}/${id}`, { status: 'three' })

  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.headers['x-ratelimit-limit'], '300')
  assert.equal(response.headers['x-ratelimit-remaining'], '296')
  const reset = Date.parse(String(response.headers['x-ratelimit-reset']))
  assert.ok(reset - server.app.clock() > 2 * 3_600_000)
})
