import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashUploads } from '../../src/features/media/hashes.ts'
import { until } from '../support/in-time.ts'
import { dataUri, mediaOf, png, UPLOAD, uploadPicture } from '../support/media-api.ts'
import type { Json } from '../support/peer.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const RULES = '/api/rookery/v1/admin/automod_rules'
const HELD = '/api/rookery/v1/admin/held_items'

async function withRule(server: TestServer, more: Record<string, unknown> = {}) {
  const owner = await server.signUp('owner', { role: 'Owner' })
  const [ann, bob] = [await server.signUp('ann'), await server.signUp('bob')]
  await bob.follow(ann)
  const conditions = [{ field: 'text', operator: 'contains_any', value: 'casino' }]
  const rule = { name: 'look', mode: 'live', action: 'hold', conditions, ...more }
  const response = await owner.post(RULES, rule)
  assert.equal(response.statusCode, 200, response.body)
  return { owner, ann, bob, ruleId: response.json().id }
}

async function held(staff: TestUser): Promise<Json[]> {
  const response = await staff.get(HELD)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const idsOf = (list: Json[]) => list.map(({ id }) => id)

async function home(user: TestUser): Promise<Json[]> {
  return (await user.get('/api/v1/timelines/home')).json()
}

test('A67 a look at what waits and is not meant for everybody is kept', async () => {
  await using server = await startTestServer()
  const { owner, ann } = await withRule(server)
  await ann.publish('casino for all')
  const looks = async () =>
    (await owner.get('/api/rookery/v1/admin/audit_log?action=read_statuses')).json()
  await held(owner)
  assert.deepEqual(await looks(), [])
  const few = await ann.publish('casino for few', { visibility: 'private' })

  const [item] = await held(owner)

  const kept = await looks()
  assert.equal(kept.length, 1)
  assert.deepEqual(kept[0].target, { type: 'status', id: few.id, label: '@ann' })
  assert.deepEqual(kept[0].details, { held_item_id: item.id })
})

test('what is held is seen by its author and the staff alone, and the author is told', async () => {
  await using server = await startTestServer()
  const { owner, ann, bob, ruleId } = await withRule(server)

  const answer = await ann.publish('casino with @bob #luck')

  assert.partialDeepStrictEqual(answer, { held: true, visibility: 'direct' })
  await server.settle()
  assert.deepEqual(await home(bob), [])
  assert.deepEqual((await bob.get('/api/v1/notifications')).json(), [])
  for (const client of [bob, server.anonymous]) {
    assert.equal((await client.get(`/api/v1/statuses/${answer.id}`)).statusCode, 404)
  }
  assert.deepEqual((await server.anonymous.get('/api/v1/timelines/tag/luck')).json(), [])
  assert.equal((await bob.post(`/api/v1/statuses/${answer.id}/reblog`)).statusCode, 404)
  assert.equal((await ann.get(`/api/v1/statuses/${answer.id}`)).statusCode, 200)
  assert.equal((await ann.post(`/api/v1/statuses/${answer.id}/reblog`)).statusCode, 403)
  const overview = (await owner.get('/api/rookery/v1/admin/overview')).json()
  assert.equal(overview.held_items, 1)
  const [item, ...others] = await held(owner)
  assert.deepEqual(others, [])
  assert.partialDeepStrictEqual(item, {
    kind: 'status',
    rule: { id: ruleId, name: 'look' },
    text: 'casino with @bob #luck',
    visibility: 'public',
    explanation: ['text contains "casino"'],
  })
  assert.equal(item.account.id, ann.id)
  assert.equal(item.status.id, answer.id)
  const edit = await ann.put(`/api/v1/statuses/${answer.id}`, { status: 'harmless' })
  assert.equal(edit.statusCode, 422)
  assert.match(edit.json().error, /waits for a look/)
})

test('what is approved is published as if it were written now: with media, poll, names and thread', async () => {
  await using server = await startTestServer()
  const { owner, ann, bob } = await withRule(server)
  const media = await uploadPicture(ann)
  await server.settle()
  const key = { 'idempotency-key': 'once' }
  const input = { status: 'casino with @bob #luck', media_ids: [media.id] }
  const post = () => ann.send('POST', '/api/v1/statuses', input, key)
  const shown = (await post()).json()
  const reply = await ann.publish('and more', { in_reply_to_id: shown.id })
  const between = await bob.publish('meanwhile')
  await server.settle()
  const [item] = await held(owner)

  const approved = await owner.post(`${HELD}/${item.id}/approve`)
  await server.settle()

  assert.equal(approved.body, '{}')
  const [first, ...rest] = await home(bob)
  assert.partialDeepStrictEqual(first, { visibility: 'public', content: first.content })
  assert.match(first.content, /casino with/)
  assert.equal(first.media_attachments[0].id, media.id)
  assert.ok(first.id > between.id)
  assert.equal(first.replies_count, 1)
  assert.equal(idsOf(rest).includes(shown.id), false)
  const told = (await bob.get('/api/v1/notifications')).json()
  assert.deepEqual(
    told.map(({ type, status }: Json) => [type, status?.id]),
    [['mention', first.id]],
  )
  assert.deepEqual(idsOf((await server.anonymous.get('/api/v1/timelines/tag/luck')).json()), [
    first.id,
  ])
  const { descendants } = (await bob.get(`/api/v1/statuses/${first.id}/context`)).json()
  assert.deepEqual(idsOf(descendants), [reply.id])
  assert.equal((await ann.get(`/api/v1/statuses/${shown.id}`)).statusCode, 404)
  assert.equal((await post()).json().id, first.id)
  assert.deepEqual(await held(owner), [])
  assert.equal((await owner.post(`${HELD}/${item.id}/approve`)).statusCode, 404)
  const log = (
    await owner.get('/api/rookery/v1/admin/audit_log', { action: 'approve_held' })
  ).json()
  assert.deepEqual(log[0].target, { type: 'status', id: first.id, label: 'a post of @ann' })
})

test('what is rejected is deleted; what its author deletes waits no more', async () => {
  await using server = await startTestServer()
  const { owner, ann } = await withRule(server)
  const moderator = await signUpStaff(server, 'moderator', ['manageReports'])
  const [one, two] = [await ann.publish('casino'), await ann.publish('casino again')]
  const poll = { options: ['one'], expires_in: 3600 }
  assert.equal((await ann.post('/api/v1/statuses', { status: 'casino', poll })).statusCode, 422)

  await ann.delete(`/api/v1/statuses/${two.id}`)
  const left = await held(moderator)
  const rejected = await moderator.post(`${HELD}/${left[0].id}/reject`)

  assert.deepEqual(
    left.map(({ status }) => status.id),
    [one.id],
  )
  assert.equal(rejected.body, '{}')
  assert.equal((await ann.get(`/api/v1/statuses/${one.id}`)).statusCode, 404)
  assert.deepEqual(await held(owner), [])
  const log = await owner.get('/api/rookery/v1/admin/audit_log', { action: 'reject_held' })
  assert.equal(log.json()[0].account.id, moderator.id)
})

test('two of the staff cannot publish it twice', async () => {
  await using server = await startTestServer()
  const { owner, ann } = await withRule(server)
  await ann.publish('casino')
  const [item] = await held(owner)

  const answers = await Promise.all([1, 2, 3].map(() => owner.post(`${HELD}/${item.id}/approve`)))

  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 404, 404])
  const all = (await server.anonymous.get(`/api/v1/accounts/${ann.id}/statuses`)).json()
  assert.equal(all.length, 1)
})

test('a scheduled post is looked at when its time comes', async () => {
  await using server = await startTestServer()
  const { owner, ann } = await withRule(server)
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const scheduled = await ann.publish('casino', { scheduled_at: at })
  assert.ok(scheduled.scheduled_at)

  server.clock.now += 2 * 3_600_000
  await server.settle()

  assert.deepEqual(
    (await held(owner)).map(({ text }) => text),
    ['casino'],
  )
  assert.deepEqual((await server.anonymous.get(`/api/v1/accounts/${ann.id}/statuses`)).json(), [])
})

test('rules for who signs up: refused, held until approved, or silenced', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  await server.set('registrations.mode', 'open')
  const rule = (field: string, value: string, action: string) =>
    owner.post(RULES, {
      name: action,
      applies_to: 'accounts',
      origin: 'local',
      mode: 'live',
      action,
      conditions: [{ field, operator: field === 'username' ? 'matches' : 'is', value }],
    })
  for (const [field, value, action] of [
    ['email_domain', 'bad.example', 'reject'],
    ['username', 'user????', 'hold'],
    ['username', 'quiet*', 'limit'],
  ] as const) {
    const response = await rule(field, value, action)
    assert.equal(response.statusCode, 200, response.body)
  }
  const app = await server.tokenFor(null, 'read write')
  const join = (username: string, email: string) =>
    app.post('/api/v1/accounts', {
      username,
      email,
      password: 'correct horse battery staple',
      agreement: true,
      locale: 'en',
      reason: 'birds',
    })

  const refused = await join('someone', 'someone@mx.bad.example')
  const hyphened = await join('another', 'another@mx.b\u00ADad.example')
  const waiting = await join('user1234', 'a@good.example')
  const silenced = await join('quietly', 'b@good.example')

  assert.equal(refused.statusCode, 422, refused.body)
  assert.equal(hyphened.statusCode, 422, 'A65')
  assert.equal(waiting.statusCode, 200, waiting.body)
  assert.equal(silenced.statusCode, 200, silenced.body)
  const rows = await server.app.db
    .selectFrom('account')
    .select(['username', 'activated_at', 'silenced_at'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map((row) => [row.username, row.activated_at !== null, row.silenced_at !== null]),
    [
      ['owner', true, false],
      ['user1234', false, false],
      ['quietly', true, true],
    ],
  )
  const [item] = await held(owner)
  assert.partialDeepStrictEqual(item, { kind: 'account', text: 'birds' })
  assert.equal((await owner.post(`${HELD}/${item.id}/approve`)).statusCode, 200)
  const { activated_at } = await server.app.db
    .selectFrom('account')
    .select('activated_at')
    .where('username', '=', 'user1234')
    .executeTakeFirstOrThrow()
  assert.notEqual(activated_at, null)
  await join('user5678', 'c@good.example')
  const [other] = await held(owner)
  assert.equal((await owner.post(`${HELD}/${other.id}/reject`)).statusCode, 200)
  assert.deepEqual(await held(owner), [])
  await join('user9012', 'd@good.example')
  const [last] = await held(owner)
  const accounts = '/api/v1/admin/accounts'
  assert.equal((await owner.post(`${accounts}/${last.account.id}/approve`)).statusCode, 200)
  assert.deepEqual(await held(owner), [])
})

test('who changes a profile to what a rule forbids is limited, once', async () => {
  await using server = await startTestServer()
  const { owner, ann } = await withRule(server, {
    applies_to: 'accounts',
    action: 'limit',
    conditions: [{ field: 'bio', operator: 'contains_any', value: 'casino' }],
  })
  const silencedAt = async () =>
    (
      await server.app.db
        .selectFrom('account')
        .selectAll()
        .where('id', '=', ann.id)
        .executeTakeFirstOrThrow()
    ).silenced_at

  await ann.patch('/api/v1/accounts/update_credentials', { note: 'my casino' })
  await until(async () => (await silencedAt()) !== null)

  await server.app.transact(async (tx) => {
    await tx.db.updateTable('account').set({ silenced_at: null }).where('id', '=', ann.id).execute()
  })
  await ann.patch('/api/v1/accounts/update_credentials', { note: 'my other casino' })
  await owner.patch('/api/v1/accounts/update_credentials', { note: 'a casino, too' })
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.equal(await silencedAt(), null)
  const matches = (await owner.get('/api/rookery/v1/admin/automod_matches')).json()
  assert.equal(matches.length, 1)
})

test('the SHA-256 of a file that was uploaded', async () => {
  await using server = await startTestServer()
  const { owner, ann } = await withRule(server, { enabled: false })
  const one = await uploadPicture(ann)
  const file = dataUri('image/png', await png(8, 8))
  const other = mediaOf(await ann.post(UPLOAD, { file }), 200)
  await server.settle()
  const hash = (await hashUploads(server.app, [one.id])).get(one.id)
  assert.match(hash ?? '', /^[0-9a-f]{64}$/)
  const conditions = [{ field: 'media_hashes', operator: 'is', value: hash }]
  await owner.post(RULES, { name: 'file', mode: 'live', action: 'reject', conditions })

  const refused = await ann.post('/api/v1/statuses', { status: '', media_ids: [one.id] })
  const taken = await ann.post('/api/v1/statuses', { status: '', media_ids: [other.id] })

  assert.deepEqual([refused.statusCode, taken.statusCode], [422, 200])
})
