import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/features/statuses/scheduled/publish.ts'
import { DAY, HOUR, MINUTE } from '../../src/kernel/base/durations.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { uploadPicture } from '../support/media-api.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/rookery/v1/scheduled_threads'
const SINGLE = '/api/v1/scheduled_statuses'

const at = (server: TestServer, ms: number) => new Date(server.app.clock() + ms).toISOString()

interface Sent {
  status: string
  [name: string]: unknown
}

const named = (...texts: string[]): Sent[] => texts.map((status) => ({ status }))

async function plan(user: TestUser, posts: Sent[], scheduled_at: string) {
  return entityOf(await user.post(PATH, { posts, scheduled_at }), 'ScheduledThread')
}

interface Shown {
  id: string
  content: string
  in_reply_to_id: string | null
}

/** Own statuses, the oldest first. */
async function published(user: TestUser): Promise<Shown[]> {
  return (await user.get(`/api/v1/accounts/${user.id}/statuses`)).json().reverse()
}

function assertThread(posts: readonly Shown[], texts: readonly string[], answers: string | null) {
  assert.deepEqual(
    posts.map(({ content }) => content),
    texts.map((text) => `<p>${text}</p>`),
  )
  assert.deepEqual(
    posts.map(({ in_reply_to_id }) => in_reply_to_id),
    [answers, ...posts.slice(0, -1).map(({ id }) => id)],
  )
}

const publish = (server: TestServer, id: string) =>
  jobs['scheduled_status.publish']!.run(server.app, { id }, 1)

test('S-617 a thread is published at its time, each post answering the one before', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const parent = await bob.publish('hello')
  const picture = await uploadPicture(alice)
  const posts = [
    { status: 'one', in_reply_to_id: parent.id, visibility: 'unlisted' },
    { status: 'two', visibility: 'unlisted', media_ids: [picture.id] },
    // what a later post answers is the one before, whatever is sent
    { status: 'three', in_reply_to_id: parent.id, visibility: 'private' },
  ]
  const time = at(server, HOUR)

  const made = await plan(alice, posts, time)

  assert.equal(made.scheduled_at, time)
  assert.deepEqual(
    made.posts.map((post: { thread_id?: string; params: Shown }) => [
      post.thread_id,
      post.params.in_reply_to_id,
    ]),
    [
      [undefined, parent.id],
      [made.id, null],
      [made.id, null],
    ],
  )
  assert.deepEqual(idsOf(made.posts[1].media_attachments), [picture.id])
  assert.deepEqual(entityOf(await alice.get(PATH), 'ScheduledThread[]'), [made])
  const alone = entityOf(await alice.get(SINGLE), 'ScheduledStatus[]')
  assert.deepEqual(alone.reverse(), made.posts)
  server.clock.now += HOUR + 1000
  await server.settle()

  assertThread(await published(alice), ['one', 'two', 'three'], parent.id)
  const [, second, third] = (await alice.get(`/api/v1/accounts/${alice.id}/statuses`))
    .json()
    .reverse()
  assert.deepEqual(idsOf(second.media_attachments), [picture.id])
  assert.equal(third.visibility, 'private')
  assert.deepEqual((await alice.get(PATH)).json(), [])
  assert.deepEqual((await alice.get(SINGLE)).json(), [])
})

test('S-617 what ends between two posts goes on with the second, and publishes none twice', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const made = await plan(alice, named('one', 'two', 'three'), at(server, HOUR))
  const [first, second, third] = idsOf(made.posts) as [string, string, string]
  server.clock.now += HOUR + 1000

  // its turn has not come
  await publish(server, second)
  assert.deepEqual(await published(alice), [])
  // a process that dies after a commit leaves its job: it runs again, here in many processes
  await Promise.all(Array.from({ length: 10 }, () => publish(server, first)))
  assertThread(await published(alice), ['one'], null)
  const left = entityOf(await alice.get(`${PATH}/${third}`), 'ScheduledThread')
  assert.deepEqual([left.id, ...idsOf(left.posts)], [second, second, third])
  await Promise.all([first, second, second, third, first].map((id) => publish(server, id)))
  await server.settle()

  assertThread(await published(alice), ['one', 'two', 'three'], null)
})

test('S-617 a thread is moved and written anew as a whole', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const picture = await uploadPicture(alice)
  const posts = [{ status: 'one' }, { status: 'two', media_ids: [picture.id] }]
  const made = await plan(alice, posts, at(server, HOUR))
  const later = at(server, 2 * HOUR)

  // a client that knows nothing of threads moves one of them
  await alice.put(`${SINGLE}/${made.posts[1].id}`, { scheduled_at: later })
  const moved = entityOf(await alice.get(`${PATH}/${made.id}`), 'ScheduledThread')
  assert.deepEqual(
    [moved, ...moved.posts].map(({ scheduled_at }) => scheduled_at),
    [later, later, later],
  )
  const latest = at(server, 3 * HOUR)
  const anew = { posts: [posts[1], ...named('three', 'four')], scheduled_at: latest }
  const written = entityOf(await alice.put(`${PATH}/${made.posts[1].id}`, anew), 'ScheduledThread')
  assert.equal(written.id, made.id)
  assert.deepEqual(idsOf(written.posts[0].media_attachments), [picture.id])
  const refused = [
    { ...anew, posts: named('x'.repeat(501)) },
    { ...anew, posts: named('fine', '') },
    { ...anew, posts: [] },
    { ...anew, posts: named(...Array(26).fill('x')) },
    { ...anew, scheduled_at: at(server, MINUTE) },
    { ...anew, scheduled_at: at(server, -MINUTE) },
    { ...anew, scheduled_at: 'soon' },
  ]
  for (const body of refused) {
    assert.equal((await alice.put(`${PATH}/${made.id}`, body)).statusCode, 422)
  }
  assert.deepEqual((await alice.get(PATH)).json(), [written])

  server.clock.now += 2 * HOUR + 1000
  await server.settle()
  assert.deepEqual(await published(alice), [])
  server.clock.now += HOUR
  await server.settle()

  assertThread(await published(alice), ['two', 'three', 'four'], null)
  assert.equal((await alice.put(`${PATH}/${made.id}`, anew)).statusCode, 404)
})

test('S-617 a thread is cancelled as a whole; one that is taken out leaves no gap', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const picture = await uploadPicture(alice)
  const posts = [...named('one', 'two'), { status: 'three', media_ids: [picture.id] }]
  const gone = await plan(alice, posts, at(server, HOUR))

  assert.deepEqual((await alice.delete(`${PATH}/${gone.posts[2].id}`)).json(), {})
  assert.deepEqual((await alice.get(SINGLE)).json(), [])
  const parent = await alice.publish('parent', { media_ids: [picture.id] })
  const [first, ...others] = named('one', 'two', 'three', 'four')
  const answer = { ...first!, in_reply_to_id: parent.id }
  const made = await plan(alice, [answer, ...others], at(server, HOUR))
  const ids = idsOf(made.posts)
  for (const id of [ids[0], ids[2]]) {
    assert.equal((await alice.delete(`${SINGLE}/${id}`)).statusCode, 200)
  }
  server.clock.now += HOUR + 1000
  await server.settle()

  const [, ...thread] = await published(alice)
  assertThread(thread, ['two', 'four'], parent.id)
})

test('S-617 what cannot be published waits with all that follows it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const made = await plan(alice, named('one', 'two', 'three'), at(server, HOUR))
  server.clock.now += HOUR + 1000
  await publish(server, made.id)
  const [{ id }] = (await published(alice)) as [Shown]
  assert.equal((await alice.delete(`/api/v1/statuses/${id}`)).statusCode, 200)
  await server.settle()

  const [failed] = entityOf(await alice.get(PATH), 'ScheduledThread[]')
  assert.deepEqual(
    failed.posts.map((post: { params: { text: string }; error?: string }) => [
      post.params.text,
      post.error !== undefined,
    ]),
    [
      ['two', true],
      ['three', false],
    ],
  )
  // without the one that failed, the next one has to be given a time
  await alice.delete(`${SINGLE}/${failed.id}`)
  await server.settle()
  const [waiting] = entityOf(await alice.get(PATH), 'ScheduledThread[]')
  assert.ok(waiting.posts[0].error)
  const whole = { posts: named('two', 'three'), scheduled_at: at(server, HOUR) }
  assert.equal((await alice.put(`${PATH}/${waiting.id}`, whole)).statusCode, 200)
  server.clock.now += HOUR + 1000
  await server.settle()

  assertThread(await published(alice), ['two', 'three'], null)
})

test('S-331 S-617 the same key plans one thread, also after it was published', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const body = { posts: named('one', 'two'), scheduled_at: at(server, 10 * MINUTE) }
  const send = async () =>
    entityOf(await alice.post(PATH, body, { 'idempotency-key': 'k' }), 'ScheduledThread')

  const made = await Promise.all([send(), send(), send()])
  assert.equal(new Set(made.map(({ id }) => id)).size, 1)
  server.clock.now += 11 * MINUTE
  await publish(server, made[0]!.id)
  assert.equal((await send()).posts.length, 1)
  await server.settle()

  assert.deepEqual((await send()).posts, [])
  assert.equal((await published(alice)).length, 2)
})

test('S-345 S-617 posts of a thread count one by one', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  server.clock.now = Math.ceil(server.clock.now / DAY) * DAY
  const many = (count: number) => named(...Array(count).fill('x'))
  const send = (count: number, ms: number) =>
    alice.post(PATH, { posts: many(count), scheduled_at: at(server, ms) })

  const made = entityOf(await send(20, DAY), 'ScheduledThread')
  assert.equal((await send(6, DAY + HOUR)).statusCode, 422)
  assert.equal((await send(5, DAY + HOUR)).statusCode, 200)
  const moved = { scheduled_at: at(server, DAY + 2 * HOUR) }
  assert.equal((await alice.put(`${SINGLE}/${made.id}`, moved)).statusCode, 200)
  assert.equal((await send(20, 2 * DAY)).statusCode, 200)
  const full = { scheduled_at: at(server, 2 * DAY) }
  assert.equal((await alice.put(`${SINGLE}/${made.id}`, full)).statusCode, 422)
})

test('A51 S-024 a thread of somebody else answers as none; scopes are asked for', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const mallory = await server.signUp('mallory')
  const body = { posts: named('x'), scheduled_at: at(server, HOUR) }
  const { id } = await plan(alice, named('one', 'two'), at(server, HOUR))

  for (const one of [id, '7', 'x']) {
    const answers = [
      await mallory.get(`${PATH}/${one}`),
      await mallory.put(`${PATH}/${one}`, body),
      await mallory.delete(`${PATH}/${one}`),
    ]
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [404, 404, 404],
    )
  }
  assert.equal((await alice.get(`${PATH}/${id}`)).json().posts.length, 2)
})

test('S-700 a post of a thread that mentions more people than it may is refused, and so is the thread', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const scheduled_at = at(server, HOUR)
  const posts = (allowed: string[]) => [
    { status: 'one' },
    { status: '@bob two', allowed_mentions: allowed },
  ]

  const refused = await alice.post(PATH, { scheduled_at, posts: posts([]) })

  assert.equal(refused.statusCode, 422, refused.body)
  const { error, unexpected_accounts: unexpected } = refused.json()
  assert.equal(error, 'Post would be sent to unexpected accounts')
  assert.deepEqual(idsOf(unexpected), [bob.id])
  assert.deepEqual((await alice.get(PATH)).json(), [])
  const { id } = await plan(alice, posts([bob.id]), scheduled_at)
  const rewritten = await alice.put(`${PATH}/${id}`, { scheduled_at, posts: posts([]) })
  assert.equal(rewritten.statusCode, 422, rewritten.body)
})
