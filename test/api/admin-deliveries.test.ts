import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveries, peerHost, queue, startInboxes } from '../support/deliveries.ts'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const HERE = { egressAllow: ['127.0.0.0/8'] }
const DELIVERIES = '/api/rookery/v1/admin/deliveries'

/** Something of alice's that one host takes, one refuses, and one does not answer. */
async function arrange(server: TestServer, inboxes: Awaited<ReturnType<typeof startInboxes>>) {
  server.stopClock()
  const [taking, refusing, failing] = inboxes.all
  refusing!.reply = { status: 403 }
  failing!.reply = { status: 503 }
  const alice = await server.signUp('alice')
  const staff = await signUpStaff(server, 'staff', ['devops'])
  await queue(server.app, 1, { senderId: alice.id, inboxes: inboxes.all.map(({ uri }) => uri) })
  await server.settle()
  const rows = await deliveries(server.app)
  const idOf = (host: string) => rows.find((row) => row.host === host)!.id
  return { alice, staff, taking: taking!, refusing: refusing!, failing: failing!, idOf }
}

test('deliveries are listed by state and host: those that arrived are nobody’s business', async () => {
  await using server = await startTestServer(HERE)
  await using inboxes = await startInboxes(3)
  const { alice, staff, refusing, failing } = await arrange(server, inboxes)
  const list = async (query: string) =>
    entityOf(await staff.get(`${DELIVERIES}?${query}`), 'Admin::Delivery[]')

  const [waiting, ...others] = await list('')
  assert.equal(others.length, 0)
  assert.partialDeepStrictEqual(waiting, {
    ...{ host: failing.host, activity_type: 'Create', state: 'waiting', attempts: 1 },
    ...{ last_error: 'HTTP 503', account: { id: alice.id } },
  })
  assert.ok(Date.parse(waiting.next_try_at) > server.clock.now)
  const [failed] = await list('state=failed')
  assert.partialDeepStrictEqual(failed, {
    ...{ host: refusing.host, state: 'failed', last_error: 'HTTP 403', next_try_at: null },
  })
  assert.deepEqual(await list(`state=failed&host=${failing.host}`), [])
  assert.doesNotMatch(JSON.stringify(waiting), /"number"/)
})

test('the summary names those first that have not answered for longest', async () => {
  await using server = await startTestServer(HERE)
  await using inboxes = await startInboxes(3)
  const { staff, failing } = await arrange(server, inboxes)
  await server.app.transact((tx) =>
    tx.db
      .insertInto('peer_host')
      .values({ host: 'gone.example', failures: 90, failing_since: tx.now - 8 * 86_400_000 })
      .execute(),
  )

  const summary = entityOf(await staff.get(`${DELIVERIES}/summary`), 'Admin::DeliverySummary')

  assert.equal(summary.waiting, 1)
  assert.partialDeepStrictEqual(summary.hosts, [
    { host: 'gone.example', state: 'unavailable', waiting: 0, last_error: null },
    { host: failing.host, state: 'failing', waiting: 1, last_error: 'HTTP 503' },
  ])
  assert.equal(summary.hosts.length, 2)
})

test('S-205: what waits or failed is sent once more at once, although its host is left alone', async () => {
  await using server = await startTestServer(HERE)
  await using inboxes = await startInboxes(3)
  const { staff, refusing, failing, taking, idOf } = await arrange(server, inboxes)
  assert.ok((await peerHost(server.app, failing.host)).next_try_at! > server.clock.now)
  failing.reply = { status: 202 }
  refusing.reply = { status: 202 }

  for (const { host } of [failing, refusing]) {
    const delivery = entityOf(
      await staff.post(`${DELIVERIES}/${idOf(host)}/retry`),
      'Admin::Delivery',
    )
    assert.equal(delivery.state, 'waiting')
  }
  await server.settle()

  assert.deepEqual(
    (await deliveries(server.app)).map(({ state }) => state),
    ['accepted', 'accepted', 'accepted'],
  )
  assert.equal((await peerHost(server.app, failing.host)).failures, 0)
  assert.equal((await staff.post(`${DELIVERIES}/${idOf(taking.host)}/retry`)).statusCode, 404)
  const entries = await server.app.db
    .selectFrom('audit_entry')
    .select(['action', 'label'])
    .execute()
  assert.deepEqual(
    entries.map(({ action, label }) => [action, label]).sort(),
    [failing.host, refusing.host].map((host) => ['retry', host]).sort(),
  )
})

test('S-205: what is dropped is never sent, and one that arrived cannot be', async () => {
  await using server = await startTestServer(HERE)
  await using inboxes = await startInboxes(3)
  const { staff, failing, taking, idOf } = await arrange(server, inboxes)
  const before = failing.arrived.length

  assert.equal((await staff.delete(`${DELIVERIES}/${idOf(failing.host)}`)).statusCode, 200)
  assert.equal((await staff.delete(`${DELIVERIES}/${idOf(taking.host)}`)).statusCode, 404)
  server.clock.now += 3_600_000
  await server.settle()

  assert.equal(failing.arrived.length, before)
  const [entry] = await server.app.db.selectFrom('audit_entry').selectAll().execute()
  assert.partialDeepStrictEqual(entry, {
    action: 'drop',
    target_type: 'delivery',
    label: failing.host,
  })
})

test('what takes room is told in bytes, with the room that is left', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['devops'])
  await server.set('media_cache_size', 1024 ** 3)

  const storage = entityOf(await staff.get('/api/rookery/v1/admin/storage'), 'Admin::Storage')

  assert.ok(storage.database_bytes > 0)
  assert.deepEqual(storage.local_media, { files: 0, bytes: 0 })
  assert.equal(storage.cached_media.limit, 1024 ** 3)
  assert.ok(storage.free_bytes > 0)
})
