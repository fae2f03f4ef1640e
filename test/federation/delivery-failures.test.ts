import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Config } from '../../src/kernel/base/config.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/kernel/base/durations.ts'
import {
  deliveries,
  type Inbox,
  peerHost,
  queue,
  startInbox,
  startInboxes,
} from '../support/deliveries.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { waitForOthers } from '../support/patience.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const HERE = { egressAllow: ['127.0.0.0/8'] }

/** A server whose time passes only as a test says: pauses end by it, however long all takes. */
async function start(config: Partial<Config> = {}): Promise<TestServer> {
  const server = await startTestServer(config)
  server.stopClock()
  waitForOthers(server.app)
  return server
}

/** Queues numbered activities of the instance actor, or of others. */
function send(
  { app }: TestServer,
  inbox: Inbox,
  numbers: number[],
  senderId: string | null = null,
): Promise<void> {
  return queue(app, numbers, { senderId, inboxes: [inbox.uri] })
}

async function pass(server: TestServer, time: number): Promise<void> {
  server.clock.now += time
  await server.settle()
}

async function states(server: TestServer): Promise<string[]> {
  return (await deliveries(server.app)).map(({ state }) => state)
}

test('while a host fails everything keeps its place, and arrives in order when it is back', async () => {
  await using server = await start(HERE)
  await using inbox = await startInbox()
  inbox.reply = { status: 503 }
  await send(server, inbox, [1, 2, 3])

  await server.settle()
  assert.deepEqual(inbox.numbers(), [1])
  await pass(server, 10 * SECOND)
  assert.deepEqual(inbox.numbers(), [1, 1])
  inbox.reply = { status: 202 }
  await send(server, inbox, [4])
  await pass(server, 10 * SECOND)

  assert.deepEqual(inbox.numbers(), [1, 1, 1, 2, 3, 4])
  const { failures, failing_since } = await peerHost(server.app, inbox.host)
  assert.deepEqual({ failures, failing_since }, { failures: 0, failing_since: null })
})

test('a host that is down costs one request in a pause that grows up to an hour', async () => {
  await using server = await start(HERE)
  await using inbox = await startInbox()
  const senders = [null, (await server.signUp('alice')).id, (await server.signUp('bob')).id]
  inbox.reply = { status: 502 }
  for (const senderId of senders) await send(server, inbox, [1, 2, 3, 4, 5], senderId)

  const pauses: number[] = []
  for (let probe = 1; probe <= 12; probe++) {
    await server.settle()
    await server.settle()
    assert.equal(inbox.arrived.length, probe)
    const { failures, next_try_at, due_at } = await peerHost(server.app, inbox.host)
    assert.equal(failures, probe)
    assert.equal(due_at, next_try_at)
    pauses.push(next_try_at! - server.app.clock())
    server.clock.now += pauses.at(-1)! + SECOND
  }

  assert.ok(pauses[0]! > 1 * SECOND && pauses[0]! < 3 * SECOND, `${pauses[0]}`)
  for (let at = 1; at < 5; at++) assert.ok(pauses[at]! > pauses[at - 1]!, `${pauses}`)
  assert.ok(pauses[11]! >= 0.75 * HOUR - SECOND && pauses[11]! <= 1.25 * HOUR, `${pauses[11]}`)
  const untouched = (await deliveries(server.app)).filter(({ attempts }) => attempts === 0)
  assert.ok(untouched.length >= 10, `${untouched.length}`)
})

test('what one sender sent that a host fails of does not keep it from what others send', async () => {
  await using server = await start(HERE)
  await using inbox = await startInbox()
  const alice = await server.signUp('alice')
  inbox.reply = ({ activity }) => ({ status: activity.object.number === 1 ? 504 : 202 })
  await send(server, inbox, [1, 2], alice.id)
  await send(server, inbox, [3, 4])

  await server.settle()
  await pass(server, 5 * SECOND)
  // The host lives again with 3: then both senders have a request under way, in no order.
  const [first, second, ...both] = inbox.numbers()
  assert.deepEqual([first, second, ...both.sort()], [1, 3, 1, 4])
  for (let round = 0; round < 10; round++) await pass(server, 10 * MINUTE)

  assert.ok(inbox.numbers().includes(2))
})

test('anything that comes from a host lets what waits for it go at once', async () => {
  await using both = await startHomeAndPeer()
  const { home, peer } = both
  home.stopClock()
  const ada = peer.addActor('ada')
  peer.inboxAnswer.status = 503
  await queue(home.app, [1, 2], { senderId: null, inboxes: [ada.inbox] })
  for (let round = 0; round < 6; round++) await pass(home, HOUR)
  peer.inboxAnswer.status = 202
  peer.received.length = 0
  await home.settle()
  assert.equal(peer.received.length, 0)

  await both.deliver(ada, { type: 'Like', object: 'https://example.org/of-nobody-here' })

  assert.deepEqual(
    peer.received.map(({ json }) => json.object.number),
    [1, 2],
  )
})

test('an activity that a living host answers with an error steps aside and comes again', async () => {
  await using server = await start(HERE)
  await using inbox = await startInbox()
  inbox.reply = ({ activity }) => ({ status: activity.object.number === 1 ? 500 : 202 })
  await send(server, inbox, [1, 2, 3])

  await server.settle()
  assert.deepEqual(inbox.numbers(), [1, 2, 3])
  inbox.reply = { status: 202 }
  await pass(server, 10 * SECOND)
  assert.deepEqual(inbox.numbers(), [1, 2, 3])
  await pass(server, 10 * SECOND)

  assert.deepEqual(inbox.numbers(), [1, 2, 3, 1])
  const [first] = await deliveries(server.app)
  assert.deepEqual([first!.state, first!.attempts, first!.last_error], ['accepted', 2, null])
})

for (const [form, header] of [
  ['seconds', () => '120'],
  ['a date', (now: number) => new Date(now + 2 * MINUTE).toUTCString()],
] as const) {
  test(`a host that asks to wait is left alone for that long (${form})`, async () => {
    await using server = await start(HERE)
    await using inbox = await startInbox()
    const retryAfter = header(server.app.clock())
    inbox.reply = { status: 429, headers: { 'retry-after': retryAfter } }
    await send(server, inbox, [1, 2])

    await server.settle()
    inbox.reply = { status: 202 }
    await pass(server, 110 * SECOND)
    assert.deepEqual(inbox.numbers(), [1])
    assert.equal((await peerHost(server.app, inbox.host)).failures, 0)
    await pass(server, 11 * SECOND)

    assert.deepEqual(inbox.numbers(), [1, 1, 2])
  })
}

test('no host can make us wait for longer than six hours', async () => {
  await using server = await start(HERE)
  await using inbox = await startInbox()
  inbox.reply = { status: 429, headers: { 'retry-after': '999999999' } }
  await send(server, inbox, [1])

  await server.settle()

  const { next_try_at } = await peerHost(server.app, inbox.host)
  assert.ok(next_try_at! <= server.app.clock() + 6 * HOUR)
  assert.ok(next_try_at! > server.app.clock() + 5 * HOUR)
})

test('some answers are for good', async () => {
  await using server = await start(HERE)
  const lasting = [400, 403, 404, 405, 410, 422, 501]
  await using hosts = await startInboxes(lasting.length)
  for (const [at, status] of lasting.entries()) {
    hosts.all[at]!.reply = { status, body: JSON.stringify({ error: 'No thank you' }) }
    await send(server, hosts.all[at]!, [1])
  }

  await server.settle()
  await pass(server, DAY)

  const seen = (await deliveries(server.app)).map((one) => [
    one.state,
    one.attempts,
    one.last_error,
  ])
  assert.deepEqual(
    seen,
    lasting.map((status) => ['failed', 1, `HTTP ${status}: No thank you`]),
  )
})

test('A137 an answer with half a character holds up nothing', async () => {
  await using server = await start(HERE)
  await using refusing = await startInbox()
  await using other = await startInbox()
  const errors = ['{"error":"no \\ud800 thank you"}', `{"error":"${'x'.repeat(199)}🐦"}`]
  refusing.reply = ({ activity }) => ({ status: 403, body: errors[activity.object.number - 1]! })
  await send(server, refusing, [1, 2])

  await server.settle()
  await send(server, other, [3])
  await server.settle()

  assert.deepEqual(await states(server), ['failed', 'failed', 'accepted'])
  assert.deepEqual(
    (await deliveries(server.app)).map(({ last_error }) => last_error),
    ['HTTP 403: no \ufffd thank you', `HTTP 403: ${'x'.repeat(199)}\ufffd`, null],
  )
})

test('others may be different later', async () => {
  await using server = await start(HERE)
  const passing = [302, 401, 408, 425, 500, 503]
  await using hosts = await startInboxes(passing.length)
  for (const [at, status] of passing.entries()) {
    hosts.all[at]!.reply = { status, headers: { location: 'https://example.org/' } }
    await send(server, hosts.all[at]!, [1])
  }

  await server.settle()
  const first = (await deliveries(server.app)).map((one) => [one.state, one.last_status])
  for (const inbox of hosts.all) inbox.reply = { status: 202 }
  await pass(server, MINUTE)

  assert.deepEqual(
    first,
    passing.map((status) => ['waiting', status]),
  )
  assert.ok((await states(server)).every((state) => state === 'accepted'))
})

test('a host whose inboxes are gone counts as one that fails', async () => {
  await using server = await start(HERE)
  await using inbox = await startInbox()
  inbox.reply = { status: 410 }
  await send(server, inbox, [1])

  await server.settle()

  assert.equal((await peerHost(server.app, inbox.host)).failures, 1)
})

test('an answer that is longer than anybody wants counts all the same', async () => {
  await using server = await start(HERE)
  await using inbox = await startInbox()
  inbox.reply = { status: 200, body: 'x'.repeat(1 << 20) }
  await send(server, inbox, [1])

  await server.settle()

  assert.deepEqual(await states(server), ['accepted'])
})

test('nothing is sent to an address that may not be reached', async () => {
  await using server = await start()
  await using inbox = await startInbox()
  await send(server, inbox, [1])

  await server.settle()

  assert.equal(inbox.arrived.length, 0)
  assert.deepEqual(await states(server), ['failed'])
})

test('what waits for a domain that we do not federate with is given up', async () => {
  await using server = await start({ ...HERE, limitedFederationMode: true })
  await using inbox = await startInbox()
  await send(server, inbox, [1, 2])

  await server.settle()

  assert.equal(inbox.arrived.length, 0)
  assert.deepEqual(await states(server), ['failed', 'failed'])
  const [first] = await deliveries(server.app)
  assert.equal(first!.last_error, 'Nothing is sent to this server')
})

test('after seven days without an answer all that waits fails, then a probe a day suffices', async () => {
  await using server = await start(HERE)
  await using inbox = await startInbox()
  inbox.reply = { status: 502 }
  await send(
    server,
    inbox,
    Array.from({ length: 600 }, (_, at) => at),
  )
  await server.settle()
  await pass(server, 6 * DAY)
  assert.ok((await states(server)).every((state) => state === 'waiting'))

  await pass(server, DAY + HOUR)

  assert.ok((await states(server)).every((state) => state === 'failed'))
  const [first, last] = [(await deliveries(server.app))[0], (await deliveries(server.app)).at(-1)]
  assert.equal(first!.last_error, 'HTTP 502')
  assert.equal(last!.last_error, 'The server has not answered for seven days')
  inbox.arrived.length = 0
  await send(server, inbox, [1000, 1001])
  await pass(server, 12 * HOUR)
  assert.equal(inbox.arrived.length, 0)
  await pass(server, 19 * HOUR)
  assert.equal(inbox.arrived.length, 1)
  assert.deepEqual((await states(server)).slice(600), ['failed', 'failed'])

  await send(server, inbox, [1002])
  inbox.reply = { status: 202 }
  await pass(server, 31 * HOUR)
  assert.equal((await states(server)).at(-1), 'accepted')
  assert.equal((await peerHost(server.app, inbox.host)).failures, 0)
})

test('a delivery that a living host does not take within seven days fails', async () => {
  await using server = await start(HERE)
  await using inbox = await startInbox()
  inbox.reply = ({ activity }) => ({ status: activity.object.number === 1 ? 500 : 202 })
  await send(server, inbox, [1])
  for (let hour = 3; hour < 7 * 24; hour += 3) await pass(server, 3 * HOUR)
  assert.deepEqual(await states(server), ['waiting'])
  const tries = inbox.arrived.length
  assert.ok(tries > 20 && tries < 60, `${tries} tries`)

  for (let hour = 0; hour < 12; hour += 3) await pass(server, 3 * HOUR)

  assert.deepEqual(await states(server), ['failed'])
})

test('the way to sign that a host takes is remembered', async () => {
  await using server = await start(HERE)
  await using inbox = await startInbox()
  inbox.reply = ({ headers }) => ({ status: headers['signature-input'] ? 202 : 401 })
  await send(server, inbox, [1, 2])
  await server.settle()
  assert.deepEqual(inbox.numbers(), [1, 1, 2])
  assert.equal((await peerHost(server.app, inbox.host)).prefers_rfc9421, true)

  await send(server, inbox, [3])
  await server.settle()
  assert.deepEqual(inbox.numbers(), [1, 1, 2, 3])
  const { headers } = inbox.arrived.at(-1)!
  assert.match(String(headers['signature-input']), /content-digest/)
  assert.equal(headers.digest, undefined)

  inbox.reply = (arrived) => ({ status: arrived.headers['signature-input'] ? 400 : 202 })
  await send(server, inbox, [4])
  await server.settle()
  assert.equal((await peerHost(server.app, inbox.host)).prefers_rfc9421, false)
})
