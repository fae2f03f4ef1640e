import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/features/statuses/scheduled/publish.ts'
import { DAY, HOUR, MINUTE } from '../../src/kernel/base/durations.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const STATUSES = '/api/v1/statuses'
const PATH = '/api/v1/scheduled_statuses'
const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const at = (server: TestServer, ms: number) => new Date(server.app.clock() + ms).toISOString()

async function schedule(user: TestUser, body: Record<string, unknown>) {
  return entityOf(await user.post(STATUSES, { status: 'later', ...body }), 'ScheduledStatus')
}

async function ownStatuses(user: TestUser) {
  return (await user.get(`/api/v1/accounts/${user.id}/statuses`)).json()
}

async function upload(server: TestServer, user: TestUser): Promise<string> {
  const { id } = (await user.post('/api/v2/media', { file: GIF })).json()
  await server.settle()
  return id
}

interface Rights {
  automatic: string[]
}

test('S-345 S-573 who may quote is settled when a status is scheduled', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const scheduled_at = at(server, HOUR)
  const source = (quote_policy: string) =>
    alice.patch('/api/v1/accounts/update_credentials', { source: { quote_policy } })

  const plain = await schedule(alice, { status: 'x', scheduled_at })
  await source('followers')
  const later = await schedule(alice, { status: 'y', scheduled_at })
  await source('public')
  server.clock.now += HOUR + 1000
  await server.settle()
  const statuses = (await alice.get(`/api/v1/accounts/${alice.id}/statuses`)).json()

  assert.equal(plain.params.quote_approval_policy, 'public')
  assert.equal(later.params.quote_approval_policy, 'followers')
  const rights = new Map<string, string[]>(
    statuses.map(({ content, quote_approval }: { content: string; quote_approval: Rights }) => [
      content,
      quote_approval.automatic,
    ]),
  )
  assert.deepEqual(rights.get('<p>x</p>'), ['public'])
  assert.deepEqual(rights.get('<p>y</p>'), ['followers'])
})

test('S-345 a status is kept as it was sent and published at its time, once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const parent = await bob.publish('hello')
  const mediaId = await upload(server, alice)
  const time = at(server, HOUR)

  const made = await schedule(alice, {
    status: '@bob a #poll',
    spoiler_text: 'cw',
    visibility: 'unlisted',
    language: 'de',
    media_ids: [mediaId],
    poll: { options: ['a', 'b'], expires_in: 600 },
    in_reply_to_id: parent.id,
    quoted_status_id: parent.id,
    quote_approval_policy: 'nobody',
    scheduled_at: time,
  })

  assert.equal(made.scheduled_at, time)
  assert.partialDeepStrictEqual(made.params, {
    text: '@bob a #poll',
    spoiler_text: 'cw',
    visibility: 'unlisted',
    language: 'de',
    sensitive: null,
    media_ids: [mediaId],
    poll: { options: ['a', 'b'], expires_in: 600, multiple: false, hide_totals: false },
    in_reply_to_id: parent.id,
    quoted_status_id: parent.id,
    quote_approval_policy: 'nobody',
    idempotency: null,
    scheduled_at: null,
    with_rate_limit: false,
  })
  assert.deepEqual(idsOf(made.media_attachments), [mediaId])
  assert.deepEqual(entityOf(await alice.get(`${PATH}/${made.id}`), 'ScheduledStatus'), made)
  await server.settle()
  assert.deepEqual(await ownStatuses(alice), [])

  server.clock.now += HOUR + 1000
  // a process that dies after the commit leaves its job: it runs again
  await jobs['scheduled_status.publish']!.run(server.app, { id: made.id }, 1)
  await server.settle()

  const [status, ...more] = await ownStatuses(alice)
  assert.deepEqual(more, [])
  assert.partialDeepStrictEqual(status, {
    visibility: 'unlisted',
    spoiler_text: 'cw',
    language: 'de',
    in_reply_to_id: parent.id,
    application: { name: 'Test' },
    quote: { state: 'accepted', quoted_status: { id: parent.id } },
  })
  assert.deepEqual(idsOf(status.media_attachments), [mediaId])
  const left = Date.parse(status.poll.expires_at) - Date.parse(status.created_at)
  assert.equal(left, 600_000)
  assert.deepEqual((await alice.get(PATH)).json(), [])
  assert.equal((await alice.get(`${PATH}/${made.id}`)).statusCode, 404)
  const told = (await bob.get('/api/v1/notifications?types[]=mention')).json()
  assert.deepEqual(
    told.map((one: { status: { id: string } }) => one.status.id),
    [status.id],
  )
})

test('S-345 many processes that try at once publish once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await schedule(alice, { scheduled_at: at(server, HOUR) })
  server.clock.now += HOUR + 1000

  const run = () => jobs['scheduled_status.publish']!.run(server.app, { id }, 1)
  await Promise.all(Array.from({ length: 20 }, run))

  assert.equal((await ownStatuses(alice)).length, 1)
})

test('S-345 the time: the past is now, five minutes are too soon, words are none', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const send = (scheduled_at: unknown) => alice.post(STATUSES, { status: 'x', scheduled_at })

  for (const past of [at(server, -DAY), at(server, -1), '', null]) {
    entityOf(await send(past), 'Status')
  }
  for (const wrong of [at(server, MINUTE), at(server, 5 * MINUTE), 'tomorrow', '2026-13-45', '7']) {
    assert.equal((await send(wrong)).statusCode, 422, String(wrong))
  }
  entityOf(await send(at(server, 6 * MINUTE)), 'ScheduledStatus')
  const withZone = entityOf(await send('2031-05-06T12:30:00+02:00'), 'ScheduledStatus')
  assert.equal(withZone.scheduled_at, '2031-05-06T10:30:00.000Z')
  const without = entityOf(await send('2031-05-06 12:30'), 'ScheduledStatus')
  assert.equal(without.scheduled_at, '2031-05-06T12:30:00.000Z')
})

test('S-345 it must be a status that could be published now', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const secret = await bob.publish('x', { visibility: 'private' })
  const send = (body: Record<string, unknown>) =>
    alice.post(STATUSES, { status: 'x', scheduled_at: at(server, HOUR), ...body })

  const poll = { options: ['a', 'b'], expires_in: 300 }
  for (const [body, code] of [
    [{ status: '' }, 422],
    [{ status: 'x'.repeat(501) }, 422],
    [{ visibility: 'everybody' }, 422],
    [{ poll: { ...poll, expires_in: 1 } }, 422],
    [{ poll: { ...poll, options: ['a'] } }, 422],
    [{ media_ids: ['7'] }, 422],
    [{ in_reply_to_id: secret.id }, 404],
    [{ quoted_status_id: secret.id }, 404],
  ] as const) {
    assert.equal((await send(body)).statusCode, code, JSON.stringify(body))
  }
  assert.deepEqual((await alice.get(PATH)).json(), [])
})

test('S-345 S-521 at most 25 on a day and 300 in all', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  server.clock.now = Math.ceil(server.clock.now / DAY) * DAY
  const send = (ms: number) => alice.post(STATUSES, { status: 'x', scheduled_at: at(server, ms) })
  const ids: string[] = []
  for (let day = 1; day <= 12; day++) {
    for (let number = 0; number < 25; number++) {
      ids.push(entityOf(await send(day * DAY + number * MINUTE), 'ScheduledStatus').id)
    }
    if (day === 1) assert.equal((await send(day * DAY + HOUR)).statusCode, 422)
  }

  assert.equal((await send(13 * DAY)).statusCode, 422)
  const move = (id: string, ms: number) =>
    alice.put(`${PATH}/${id}`, { scheduled_at: at(server, ms) })
  assert.equal((await move(ids[0]!, 2 * DAY)).statusCode, 422)
  assert.equal((await move(ids[0]!, DAY + 2 * HOUR)).statusCode, 200)
  await alice.delete(`${PATH}/${ids[0]}`)
  assert.equal((await send(13 * DAY)).statusCode, 200)

  const queries = (limit: number) => countQueries(server, () => alice.get(PATH, { limit }))
  const two = await queries(2)
  assert.equal(await queries(40), two)
})

test('S-345 the list is paged by id; PUT and PATCH change the time alone', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const made = []
  for (const hours of [3, 1, 2]) {
    made.push((await schedule(alice, { scheduled_at: at(server, hours * HOUR) })).id)
  }
  const [one, two, three] = made

  const page = await alice.get(`${PATH}?limit=2`)
  assert.deepEqual(idsOf(entityOf(page, 'ScheduledStatus[]')), [three, two])
  assert.match(String(page.headers.link), new RegExp(`max_id=${two}>; rel="next"`))
  assert.match(String(page.headers.link), new RegExp(`min_id=${three}>; rel="prev"`))
  assert.deepEqual(idsOf((await alice.get(`${PATH}?max_id=${two}`)).json()), [one])

  const sooner = at(server, 10 * MINUTE)
  const moved = entityOf(
    await alice.put(`${PATH}/${one}`, { scheduled_at: sooner, status: 'other' }),
    'ScheduledStatus',
  )
  assert.partialDeepStrictEqual(moved, { scheduled_at: sooner, params: { text: 'later' } })
  const later = at(server, 5 * HOUR)
  entityOf(await alice.patch(`${PATH}/${two}`, { scheduled_at: later }), 'ScheduledStatus')
  assert.equal((await alice.put(`${PATH}/${one}`, { scheduled_at: at(server, 0) })).statusCode, 422)
  assert.equal((await alice.put(`${PATH}/${one}`, { scheduled_at: 'x' })).statusCode, 422)
  entityOf(await alice.put(`${PATH}/${one}`, {}), 'ScheduledStatus')

  server.clock.now += 11 * MINUTE
  await server.settle()
  assert.equal((await ownStatuses(alice)).length, 1)
  server.clock.now += 4 * HOUR
  await server.settle()
  assert.equal((await ownStatuses(alice)).length, 2, 'the moved one waits')
  server.clock.now += HOUR
  await server.settle()
  assert.equal((await ownStatuses(alice)).length, 3)
})

test('S-345 media belong to one that is scheduled until that is deleted', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const mediaId = await upload(server, alice)
  const { id } = await schedule(alice, { media_ids: [mediaId], scheduled_at: at(server, 3 * DAY) })
  const use = () => alice.post(STATUSES, { status: 'x', media_ids: [mediaId] })

  assert.equal((await use()).statusCode, 422)
  assert.equal((await alice.delete(`/api/v1/media/${mediaId}`)).statusCode, 422)
  assert.equal((await alice.get(`/api/v1/media/${mediaId}`)).statusCode, 200)
  server.clock.now += 2 * DAY
  await server.app.transact(async (tx) =>
    tx.enqueue({ kind: 'media.remove_unattached', payload: {} }),
  )
  await server.settle()
  assert.equal((await alice.get(`/api/v1/media/${mediaId}`)).statusCode, 200, 'kept beyond a day')

  const gone = await alice.delete(`${PATH}/${id}`)
  assert.deepEqual([gone.statusCode, gone.json()], [200, {}])
  assert.equal((await alice.delete(`${PATH}/${id}`)).statusCode, 404)
  assert.deepEqual(idsOf(entityOf(await use(), 'Status').media_attachments), [mediaId])
  server.clock.now += 2 * DAY
  await server.settle()
  assert.equal((await ownStatuses(alice)).length, 1)
})

test('S-331 S-345 the same key schedules once and gives the status once it is published', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const body = { status: 'x', scheduled_at: at(server, 10 * MINUTE) }
  const send = () => alice.post(STATUSES, body, { 'idempotency-key': 'k' })

  const ids = (await Promise.all([send(), send(), send()])).map(
    (answer) => entityOf(answer, 'ScheduledStatus').id,
  )
  assert.equal(new Set(ids).size, 1)
  assert.equal((await alice.get(PATH)).json().length, 1)
  // another status with that key must not swallow the scheduled one
  await alice.post(STATUSES, { status: 'now' }, { 'idempotency-key': 'k' })
  server.clock.now += 11 * MINUTE
  await server.settle()

  const [published, ...more] = await ownStatuses(alice)
  assert.equal(more.length, 1)
  assert.equal((await alice.get(`${STATUSES}/${published.id}/source`)).json().text, 'x')
  assert.equal((await send()).json().id, published.id)
})

test('S-345 what cannot be published stays, says why, and can be moved', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const parent = await bob.publish('x')
  const mediaId = await upload(server, alice)
  const more = { in_reply_to_id: parent.id, media_ids: [mediaId] }
  const { id } = await schedule(alice, { ...more, scheduled_at: at(server, HOUR) })
  await bob.delete(`${STATUSES}/${parent.id}`)
  server.mails.length = 0

  server.clock.now += HOUR + 1000
  await server.settle()

  assert.deepEqual(await ownStatuses(alice), [])
  const failed = entityOf(await alice.get(`${PATH}/${id}`), 'ScheduledStatus')
  assert.match(failed.error, /replies to/)
  assert.deepEqual(idsOf(failed.media_attachments), [mediaId])
  assert.deepEqual(
    server.mails.map(({ to, subject }) => [to, subject]),
    [['alice@example.org', 'A scheduled post was not published']],
  )
  const moved = await alice.put(`${PATH}/${id}`, { scheduled_at: at(server, HOUR) })
  assert.equal(entityOf(moved, 'ScheduledStatus').error, undefined)
})

test('S-345 one who is suspended publishes nothing, and loses nothing', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await schedule(alice, { scheduled_at: at(server, HOUR) })
  const suspend = (suspended_at: number | null) =>
    server.app.transact((tx) =>
      tx.db.updateTable('account').set({ suspended_at }).where('id', '=', alice.id).execute(),
    )
  await suspend(server.app.clock())

  server.clock.now += HOUR + 1000
  await server.settle()
  await suspend(null)

  assert.deepEqual(await ownStatuses(alice), [])
  const kept = entityOf(await alice.get(`${PATH}/${id}`), 'ScheduledStatus')
  assert.match(kept.error, /suspended/)
  assert.deepEqual(
    server.mails.filter(({ subject }) => /scheduled/.test(subject)),
    [],
  )
  await alice.put(`${PATH}/${id}`, { scheduled_at: at(server, HOUR) })
  server.clock.now += HOUR + 1000
  await server.settle()
  assert.equal((await ownStatuses(alice)).length, 1)
})

test('A51 S-024 somebody else’s answers as none; scopes and tokens are asked for', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const mallory = await server.signUp('mallory')
  const scheduled_at = at(server, HOUR)
  const { id } = await schedule(alice, { scheduled_at })

  const ask = (one: string) => [
    mallory.get(`${PATH}/${one}`),
    mallory.put(`${PATH}/${one}`, { scheduled_at }),
    mallory.delete(`${PATH}/${one}`),
  ]
  const [foreign, missing] = [await Promise.all(ask(id)), await Promise.all(ask('7'))]
  for (const [place, answer] of foreign.entries()) {
    assert.equal(answer.statusCode, 404)
    assert.equal(answer.body, missing[place]?.body)
  }
  const reader = await server.tokenFor(alice, 'read:statuses')
  assert.equal((await reader.get(PATH)).json().length, 1)
  assert.equal((await reader.delete(`${PATH}/${id}`)).statusCode, 403)
  assert.equal((await (await server.tokenFor(alice, 'write')).get(PATH)).statusCode, 403)
  assert.equal((await server.anonymous.get(PATH)).statusCode, 401)
})
