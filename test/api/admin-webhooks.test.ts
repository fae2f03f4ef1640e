import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { GIVE_UP } from '../../src/features/admin/webhooks/send.ts'
import { entityOf } from '../support/entities.ts'
import { type Json, type Peer, startPeer } from '../support/peer.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const WEBHOOKS = '/api/rookery/v1/admin/webhooks'
const HERE = { egressAllow: ['127.0.0.0/8'] }

/** A server that tells a peer of events. */
async function startWithWebhook(events: string[], more: Record<string, unknown> = {}) {
  await using open = new AsyncDisposableStack()
  const server: TestServer = open.use(await startTestServer(HERE))
  const peer: Peer = open.use(await startPeer())
  const allowed = ['manageWebhooks', 'manageUsers', 'manageReports'] as const
  const staff: TestUser = await signUpStaff(server, 'staff', allowed)
  const response = await staff.post(WEBHOOKS, { url: peer.url('/hook'), events, ...more })
  const webhook = entityOf(response, 'Admin::Webhook')
  const kept = open.move()
  return {
    ...{ server, peer, staff, webhook },
    path: `${WEBHOOKS}/${webhook.id}`,
    /** what has come, oldest first */
    async told(): Promise<Json[]> {
      await server.settle()
      return peer.received.map(({ json }) => json)
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

test('an event arrives as Mastodon sends it, signed with the secret that was told once', async () => {
  await using all = await startWithWebhook(['status.created'])
  const alice = await all.server.signUp('alice')
  const status = await alice.publish('hello')

  const [payload, ...others] = await all.told()

  assert.equal(others.length, 0)
  assert.deepEqual(Object.keys(payload), ['event', 'created_at', 'object'])
  assert.partialDeepStrictEqual(payload, {
    ...{ event: 'status.created', object: { id: status.id, content: '<p>hello</p>' } },
  })
  const [{ headers, body } = assert.fail()] = all.peer.received
  const digest = createHmac('sha256', all.webhook.secret).update(body).digest('hex')
  assert.equal(headers['x-hub-signature'], `sha256=${digest}`)
  assert.equal(headers['content-type'], 'application/json')
  const shown = entityOf(await all.staff.get(all.path), 'Admin::Webhook')
  assert.equal(shown.secret, null)
  assert.partialDeepStrictEqual(shown.last_delivery, { status: 202, error: null })
})

test('accounts of this server are told of as the staff sees them, from sign-up on', async () => {
  await using all = await startWithWebhook([
    'account.created',
    'account.approved',
    'account.updated',
  ])

  const alice = await all.server.signUp('alice')
  const created = await all.told()
  await alice.patch('/api/v1/accounts/update_credentials', { display_name: 'Alice' })
  const [updated] = (await all.told()).slice(created.length)

  assert.deepEqual(created.map(({ event }) => event).sort(), [
    'account.approved',
    'account.created',
  ])
  for (const { object } of created) {
    assert.partialDeepStrictEqual(object, { username: 'alice', email: 'alice@example.org' })
  }
  assert.partialDeepStrictEqual(updated, {
    ...{ event: 'account.updated', object: { account: { display_name: 'Alice' } } },
  })
})

test('reports are told of as the staff sees them, also what becomes of them', async () => {
  await using all = await startWithWebhook(['report.created', 'report.updated'])
  const moderator = await signUpStaff(all.server, 'moderator', ['manageReports'])
  const [alice, bob] = [await all.server.signUp('alice'), await all.server.signUp('bob')]
  await alice.post('/api/v1/reports', { account_id: bob.id, comment: 'look at this' })

  const [payload] = await all.told()

  assert.partialDeepStrictEqual(payload, {
    event: 'report.created',
    object: {
      ...{ comment: 'look at this', action_taken: false },
      ...{ account: { username: 'alice' }, target_account: { username: 'bob' } },
    },
  })
  await moderator.post(`/api/v1/admin/reports/${payload.object.id}/resolve`)
  const [, updated] = await all.told()
  assert.partialDeepStrictEqual(updated, {
    ...{ event: 'report.updated', object: { id: payload.object.id, action_taken: true } },
  })
})

test('of posts only those that everybody may read leave the server, and no boosts', async () => {
  await using all = await startWithWebhook(['status.created', 'status.updated'])
  const alice = await all.server.signUp('alice')
  for (const visibility of ['private', 'direct']) await alice.publish('secret', { visibility })
  const quiet = await alice.publish('quiet', { visibility: 'unlisted' })
  await alice.post(`/api/v1/statuses/${quiet.id}/reblog`)
  await all.told()
  await alice.put(`/api/v1/statuses/${quiet.id}`, { status: 'quiet, anew' })

  const told = await all.told()

  assert.deepEqual(
    told.map(({ event, object }) => [event, object.content]),
    [
      ['status.created', '<p>quiet</p>'],
      ['status.updated', '<p>quiet, anew</p>'],
    ],
  )
})

test('a template makes the body, and a changed secret the signature', async () => {
  await using all = await startWithWebhook(['status.created'], {
    template: '{"text":"{{ object.account.acct }} says {{object.id}}"}',
  })
  const rotated = entityOf(await all.staff.post(`${all.path}/rotate_secret`), 'Admin::Webhook')
  assert.notEqual(rotated.secret, all.webhook.secret)
  const alice = await all.server.signUp('alice')
  const { id } = await alice.publish('hello')

  const [payload] = await all.told()

  assert.deepEqual(payload, { text: `alice says ${id}` })
  const [{ headers, body } = assert.fail()] = all.peer.received
  const digest = createHmac('sha256', rotated.secret).update(body).digest('hex')
  assert.equal(headers['x-hub-signature'], `sha256=${digest}`)
})

test('what is not taken is tried again, and what fails for three days is disabled with its reason', async () => {
  await using all = await startWithWebhook(['status.created'])
  all.server.stopClock()
  const alice = await all.server.signUp('alice')
  all.peer.inboxAnswer.status = 503
  await alice.publish('hello')
  assert.equal((await all.told()).length, 1)
  all.server.clock.now += 60_000
  assert.equal((await all.told()).length, 2)
  const failing = entityOf(await all.staff.get(all.path), 'Admin::Webhook')
  assert.partialDeepStrictEqual(failing, {
    ...{ enabled: true, last_delivery: { status: 503, error: 'HTTP 503' } },
  })

  all.server.clock.now += GIVE_UP
  await all.told()
  const disabled = entityOf(await all.staff.get(all.path), 'Admin::Webhook')
  assert.equal(disabled.enabled, false)
  assert.match(disabled.disabled_reason, /^It has failed since .*: HTTP 503$/)
  const [entry] = await all.server.app.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', 'disable')
    .execute()
  assert.partialDeepStrictEqual(entry, { account_id: null, target_id: all.webhook.id })
  const before = all.peer.received.length
  await alice.publish('nobody hears of this')
  assert.equal((await all.told()).length, before)

  all.peer.inboxAnswer.status = 200
  const again = entityOf(await all.staff.put(all.path, { enabled: true }), 'Admin::Webhook')
  assert.equal(again.disabled_reason, null)
  await alice.publish('but of this')
  assert.equal((await all.told()).length, before + 1)
})

test('what is refused for good is not tried again', async () => {
  await using all = await startWithWebhook(['status.created'])
  all.peer.inboxAnswer.status = 404
  const alice = await all.server.signUp('alice')
  await alice.publish('hello')
  await all.told()
  all.server.clock.now += 86_400_000

  assert.equal((await all.told()).length, 1)
  const jobs = await all.server.app.db
    .selectFrom('job')
    .selectAll()
    .where('kind', '=', 'webhook.send')
    .execute()
  assert.deepEqual(jobs, [])
})

test('A31: a webhook reaches no address that is not public', async () => {
  await using server = await startTestServer()
  await using peer = await startPeer()
  const staff = await signUpStaff(server, 'staff', ['manageWebhooks'])
  const made = await staff.post(WEBHOOKS, { url: peer.url('/hook'), events: ['status.created'] })
  const { id } = entityOf(made, 'Admin::Webhook')

  const tested = entityOf(await staff.post(`${WEBHOOKS}/${id}/test`), 'Admin::Webhook')
  await (await server.signUp('alice')).publish('hello')
  await server.settle()

  assert.equal(peer.received.length, 0)
  assert.notEqual(tested.last_delivery.error, null)
})

test('S-205: each change of a webhook is kept, without its secret', async () => {
  await using all = await startWithWebhook(['status.created'])
  await all.staff.put(all.path, { events: ['report.created'] })
  await all.staff.post(`${all.path}/rotate_secret`)
  await all.staff.post(`${all.path}/test`)
  await all.staff.delete(all.path)

  const entries = await all.server.app.db
    .selectFrom('audit_entry')
    .selectAll()
    .orderBy('id')
    .execute()
  assert.deepEqual(
    entries.map(({ action, label }) => [action, label]),
    ['create', 'update', 'rotate_secret', 'test', 'destroy'].map((action) => [
      action,
      all.peer.url('/hook'),
    ]),
  )
  assert.doesNotMatch(JSON.stringify(entries), new RegExp(all.webhook.secret))
  assert.deepEqual(
    all.peer.received.map(({ json }) => json.event),
    ['test'],
  )
  assert.equal((await all.staff.get(all.path)).statusCode, 404)
})
