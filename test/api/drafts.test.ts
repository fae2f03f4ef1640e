import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs as mediaJobs } from '../../src/features/media/jobs.ts'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { areMissing, filesOf, uploadPicture } from '../support/media-api.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/rookery/v1/drafts'

async function keep(user: TestUser, body: Record<string, unknown> = {}) {
  return entityOf(await user.post(PATH, { posts: [{ text: 'begun' }], ...body }), 'Draft')
}

const read = async (user: TestUser, id: string) =>
  entityOf(await user.get(`${PATH}/${id}`), 'Draft')

/** Two days later: what nothing has is gone. */
async function letDaysPass(server: TestServer): Promise<void> {
  server.clock.now += 2 * DAY
  await mediaJobs['media.remove_unattached']!.run(server.app, {}, 1)
  await server.settle()
}

test('a draft is kept as it was sent, however unfinished', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const parent = await (await server.signUp('bob')).publish('hello')
  const picture = await uploadPicture(alice)
  const poll = { options: ['one', ''], expires_in: 60, multiple: true, hide_totals: false }

  const made = await keep(alice, {
    posts: [
      { text: 'x'.repeat(5000), spoiler_text: 'cw', sensitive: true, media_ids: [picture.id] },
      { text: '', poll },
    ],
    in_reply_to_id: parent.id,
    quoted_status_id: parent.id,
    visibility: 'private',
    quote_approval_policy: 'followers',
    language: 'de',
    scheduled_at: '2020-01-01T00:00:00Z',
  })

  assert.partialDeepStrictEqual(made, {
    in_reply_to_id: parent.id,
    quoted_status_id: parent.id,
    visibility: 'private',
    quote_approval_policy: 'followers',
    language: 'de',
    scheduled_at: '2020-01-01T00:00:00.000Z',
  })
  assert.deepEqual(made.posts, [
    {
      text: 'x'.repeat(5000),
      spoiler_text: 'cw',
      sensitive: true,
      media_attachments: [picture],
      poll: null,
    },
    { text: '', spoiler_text: '', sensitive: false, media_attachments: [], poll },
  ])
  assert.deepEqual(await read(alice, made.id), made)
})

test('drafts are listed by their last change, page by page', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let count = 0; count < 4; count++) ids.unshift((await keep(alice)).id)
  const [oldest = ''] = ids.splice(3, 1)
  server.clock.now += 1000

  const changed = entityOf(
    await alice.put(`${PATH}/${oldest}`, { posts: [{ text: 'more' }], visibility: 'direct' }),
    'Draft',
  )

  assert.partialDeepStrictEqual(changed, { id: oldest, visibility: 'direct' })
  assert.equal(changed.posts[0].text, 'more')
  assert.ok(changed.updated_at > changed.created_at)
  const first = await alice.get(`${PATH}?limit=2`)
  assert.deepEqual(idsOf(entityOf(first, 'Draft[]')), [oldest, ids[0]])
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  const { pathname, search } = new URL(next)
  assert.deepEqual(idsOf((await alice.get(pathname + search)).json()), ids.slice(1))
})

test('S-615 a draft that is sent again with the id of its client is one, also at once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const client_id = 'b7d0a8a6-1d1c-4d55-9c49-3c1a0f8a9d11'
  const send = (user: TestUser, text: string) => keep(user, { posts: [{ text }], client_id })

  const made = await Promise.all(['one', 'two', 'three'].map((text) => send(alice, text)))
  const last = await send(alice, 'four')

  assert.deepEqual(new Set(made.map(({ id }) => id)), new Set([last.id]))
  const [only, ...more] = (await alice.get(PATH)).json()
  assert.deepEqual([only.id, only.client_id, only.posts[0].text], [last.id, client_id, 'four'])
  assert.deepEqual(more, [])
  assert.notEqual((await send(bob, 'of another account')).id, last.id)
  assert.equal((await alice.delete(`${PATH}/${last.id}`)).statusCode, 200)
  assert.notEqual((await send(alice, 'anew')).id, last.id)
  const long = await alice.post(PATH, { posts: [{}], client_id: 'x'.repeat(65) })
  assert.equal(long.statusCode, 422)
})

test('what is left out of a replaced draft is gone', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await keep(alice, { visibility: 'private', language: 'de' })

  await alice.put(`${PATH}/${id}`, { posts: [{}] })

  assert.partialDeepStrictEqual(await read(alice, id), { visibility: null, language: null })
  assert.deepEqual((await read(alice, id)).posts[0].text, '')
})

test('media stay as long as a draft names them, and a day longer', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const [kept, dropped] = [await uploadPicture(alice), await uploadPicture(alice)]
  const { id } = await keep(alice, { posts: [{ media_ids: [kept.id, dropped.id] }] })
  await letDaysPass(server)
  assert.deepEqual(await areMissing(server, [kept.url, dropped.url]), [false, false])

  const posts = [{ text: 'again', media_ids: [kept.id] }]
  assert.equal((await alice.put(`${PATH}/${id}`, { posts })).statusCode, 200)

  await mediaJobs['media.remove_unattached']!.run(server.app, {}, 1)
  await server.settle()
  assert.deepEqual(await areMissing(server, [kept.url, dropped.url]), [false, false])
  await letDaysPass(server)
  assert.deepEqual(await areMissing(server, [kept.url, dropped.url]), [false, true])
  assert.deepEqual(idsOf((await read(alice, id)).posts[0].media_attachments), [kept.id])

  assert.equal((await alice.delete(`${PATH}/${id}`)).statusCode, 200)
  assert.equal((await alice.get(`${PATH}/${id}`)).statusCode, 404)
  await letDaysPass(server)
  assert.deepEqual(await filesOf(server), [])
})

test('media of a draft can be published; then they stay with the post, and the draft is still saved', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const picture = await uploadPicture(alice)
  const posts = [{ text: 'begun', media_ids: [picture.id] }]
  const { id } = await keep(alice, { posts })

  const status = await alice.publish('done', { media_ids: [picture.id] })

  assert.deepEqual(idsOf(status.media_attachments), [picture.id])
  assert.deepEqual((await read(alice, id)).posts[0].media_attachments, [])
  assert.equal((await alice.put(`${PATH}/${id}`, { posts })).statusCode, 200)
  await alice.delete(`${PATH}/${id}`)
  await letDaysPass(server)
  assert.deepEqual(await areMissing(server, [picture.url]), [false])
})

test('media that their owner removes leave the draft, and its words stay', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const picture = await uploadPicture(alice)
  const { id } = await keep(alice, { posts: [{ text: 'begun', media_ids: [picture.id] }] })

  assert.equal((await alice.delete(`/api/v1/media/${picture.id}`)).statusCode, 200)

  const { posts } = await read(alice, id)
  assert.partialDeepStrictEqual(posts, [{ text: 'begun', media_attachments: [] }])
})

test("A51 nobody keeps somebody else's media or used ones in a draft", async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const used = await uploadPicture(alice)
  await alice.publish('used', { media_ids: [used.id] })
  const foreign = await uploadPicture(bob)

  for (const media of [used.id, foreign.id, '7']) {
    const response = await alice.post(PATH, { posts: [{ media_ids: [media] }] })
    assert.equal(response.statusCode, 422, media)
    assert.match(response.json().error, /^Media \d+ not found or already attached/)
  }
  assert.deepEqual((await alice.get(PATH)).json(), [])
})

test('A52 a status that cannot be seen is not named; one that goes later is null, the words stay', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const shown = await bob.publish('hello')
  const secret = await bob.publish('hush', { visibility: 'private' })
  const { id } = await keep(alice, { in_reply_to_id: shown.id, quoted_status_id: shown.id })
  const send = (body: Record<string, unknown>) => alice.post(PATH, { posts: [{}], ...body })

  const hidden = await send({ in_reply_to_id: secret.id })
  const missing = await send({ in_reply_to_id: '7' })

  assert.equal(hidden.statusCode, 422)
  assert.equal(hidden.body, missing.body)
  assert.equal((await send({ quoted_status_id: secret.id })).statusCode, 422)
  await bob.delete(`/api/v1/statuses/${shown.id}`)
  const gone = { in_reply_to_id: null, quoted_status_id: null }
  const left = await read(alice, id)
  assert.partialDeepStrictEqual(left, gone)
  assert.equal(left.posts[0].text, 'begun')
  // who had it open before that goes on
  const body = { posts: [{ text: 'more' }], in_reply_to_id: shown.id }
  const saved = entityOf(await alice.put(`${PATH}/${id}`, body), 'Draft')
  assert.partialDeepStrictEqual(saved, gone)
})

test('limits of a draft are refused in words', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const of = (count: number) => Array.from({ length: count }, () => ({ text: 'x' }))
  const refused: [Record<string, unknown>, RegExp][] = [
    [{}, /posts/],
    [{ posts: [] }, /posts/],
    [{ posts: of(26) }, /25/],
    [{ posts: [{ text: 'x'.repeat(100_001) }] }, /too long/],
    [{ posts: [{ media_ids: ['1', '2', '3', '4', '5'] }] }, /4/],
    [{ posts: [{ poll: { options: Array(21).fill('x') } }] }, /20/],
    [{ posts: of(1), visibility: 'everybody' }, /Visibility/],
    [{ posts: of(1), quote_approval_policy: 'x' }, /Quote/],
    [{ posts: of(1), scheduled_at: 'soon' }, /Scheduled/],
  ]

  for (const [body, words] of refused) {
    const response = await alice.post(PATH, body)
    assert.equal(response.statusCode, 422, JSON.stringify(body).slice(0, 80))
    assert.match(response.json().error, words)
  }
  assert.equal((await keep(alice, { posts: of(25) })).posts.length, 25)
})

test('300 drafts are enough, also for many requests at once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await keep(alice)
  const row = await server.app.db
    .selectFrom('draft')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await server.app.transact(async (tx) => {
    for (let count = 1; count < 298; count++) {
      const own = tx.newId()
      const values = { ...row, id: own, change_id: own, posts: JSON.stringify(row.posts) }
      await tx.db.insertInto('draft').values(values).execute()
    }
  })

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => alice.post(PATH, { posts: [{ text: 'x' }] })),
  )

  const codes = answers.map(({ statusCode }) => statusCode).sort()
  assert.deepEqual(codes, [200, 200, ...Array(8).fill(422)])
  assert.match(answers.find(({ statusCode }) => statusCode === 422)?.json().error, /300 drafts/)
})

test('drafts go with their account, and their media too', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await uploadPicture(alice)
  await keep(alice, { posts: [{ media_ids: [id] }] })

  await server.app.transact((tx) => deleteAccount(tx, alice.id))
  await server.settle()

  for (const table of ['draft', 'draft_media', 'media_attachment'] as const) {
    assert.deepEqual(await server.app.db.selectFrom(table).selectAll().execute(), [], table)
  }
  assert.deepEqual(await filesOf(server), [])
})
