import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeliveryEngine } from '../../src/kernel/activitypub/delivery/engine.ts'
import { deliveries, peerHost, queue, startInbox, startInboxes } from '../support/deliveries.ts'
import { until } from '../support/in-time.ts'
import { waitForOthers } from '../support/patience.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** A server that gives no host up while a test still waits for another one. */
async function start(): Promise<TestServer> {
  const server = await startTestServer({ egressAllow: ['127.0.0.0/8'] })
  waitForOthers(server.app)
  return server
}

test('an activity goes once to each inbox, with its context, signed by its sender', async () => {
  await using server = await start()
  await using one = await startInbox()
  await using other = await startInbox()
  const alice = await server.signUp('alice')
  const ours = `${server.app.config.origin}/inbox`
  const inboxes = [one.uri, other.uri, one.uri, ours, 'mailto:nobody', `http://${one.host}/bob`]

  await queue(server.app, 1, { senderId: alice.id, inboxes })
  await server.settle()

  assert.deepEqual(one.arrived.map(({ path }) => path).sort(), ['/bob', '/inbox'])
  assert.equal(other.arrived.length, 1)
  const [arrived] = other.arrived
  assert.equal(arrived!.activity['@context'], 'https://www.w3.org/ns/activitystreams')
  assert.equal(arrived!.headers['content-type'], 'application/activity+json')
  assert.match(
    String(arrived!.headers.signature),
    /^keyId="https:\/\/rookery\.test\/users\/alice#main-key"/,
  )
  assert.deepEqual(
    (await deliveries(server.app)).map(({ state, attempts, last_status }) => [
      state,
      attempts,
      last_status,
    ]),
    [
      ['accepted', 1, 202],
      ['accepted', 1, 202],
      ['accepted', 1, 202],
    ],
  )
  const known = await peerHost(server.app, one.host)
  assert.equal(known.due_at, null)
  assert.equal(known.locked_until, null)
})

test('what one sender queues arrives in its order; senders do not wait for each other', async () => {
  await using server = await start()
  await using inbox = await startInbox()
  const senders = await Promise.all(['alice', 'bob', 'carol'].map((name) => server.signUp(name)))
  await queue(server.app, 0, { senderId: senders[0]!.id, inboxes: [inbox.uri] })
  await server.settle()
  for (let number = 1; number <= 90; number++) {
    const senderId = senders[number % 3]!.id
    await queue(server.app, number, { senderId, inboxes: [inbox.uri] })
  }
  inbox.reply = async () => {
    await until(() => inbox.mostAtOnce() === 3)
    return { status: 202 }
  }

  await server.settle()

  const numbers = inbox.numbers()
  assert.equal(numbers.length, 91)
  for (const rest of [0, 1, 2]) {
    const own = numbers.filter((number) => number % 3 === rest)
    assert.deepEqual(
      own,
      own.toSorted((a, b) => a - b),
    )
  }
  assert.equal(inbox.mostAtOnce(), 3)
})

test('connections are kept from one activity to the next', async () => {
  await using server = await start()
  await using inbox = await startInbox()
  for (let number = 0; number < 20; number++) {
    await queue(server.app, number, { senderId: null, inboxes: [inbox.uri] })
    await server.settle()
  }

  assert.equal(inbox.arrived.length, 20)
  assert.equal(inbox.connections(), 1)
})

test('an activity goes again at once where the host ends the kept connection unread', async () => {
  await using server = await start()
  await using inbox = await startInbox()
  inbox.reply = () => (inbox.arrived.length === 2 ? 'close' : { status: 202 })

  for (const number of [1, 2]) {
    await queue(server.app, number, { senderId: null, inboxes: [inbox.uri] })
    await server.settle()
  }

  assert.deepEqual(inbox.numbers(), [1, 2, 2])
  const states = (await deliveries(server.app)).map(({ state }) => state)
  assert.deepEqual(states, ['accepted', 'accepted'])
  assert.equal((await peerHost(server.app, inbox.host)).failures, 0)
})

test('engines that work on the same database share the hosts out', async () => {
  await using server = await start()
  await using inbox = await startInbox(1)
  for (let number = 0; number < 80; number++) {
    await queue(server.app, number, { senderId: null, inboxes: [inbox.uri] })
  }
  const engines = [1, 2, 3].map(() => createDeliveryEngine(server.app))

  for (const engine of engines) engine.start()
  await until(() => inbox.arrived.length >= 80)
  await Promise.all(engines.map((engine) => engine.stop()))

  assert.deepEqual(
    inbox.numbers(),
    Array.from({ length: 80 }, (_, at) => at),
  )
})

test('three hosts in ten that never answer do not delay the others', async () => {
  await using server = await start()
  await using hosts = await startInboxes(60)
  const dead = hosts.all.filter((_, at) => at % 10 < 3)
  for (const inbox of dead) inbox.reply = 'never'
  const living = hosts.all.filter((inbox) => !dead.includes(inbox))
  server.runner.start()

  const inboxes = hosts.all.map(({ uri }) => uri)
  await queue(server.app, 1, { senderId: null, inboxes })
  await until(() => living.every(({ arrived }) => arrived.length === 1))

  const tried = (await deliveries(server.app)).filter(({ attempts }) => attempts > 0)
  const deadHosts = new Set(dead.map(({ host }) => host))
  assert.deepEqual(
    tried.filter(({ host }) => deadHosts.has(host)),
    [],
    'no try of a dead host is over yet, so nobody waited for one',
  )
})

test('tries that end within 50 ms are written together', async () => {
  await using server = await start()
  await using hosts = await startInboxes(40, (nth) => 10 * nth)
  let transactions = 0
  const { database } = server.app
  const { transaction } = database
  const inboxes = hosts.all.map(({ uri }) => uri)
  await queue(server.app, 1, { senderId: null, inboxes })
  database.transaction = (work, options) => {
    if (options?.lax !== true) transactions += 1
    return transaction(work, options)
  }
  const engine = createDeliveryEngine(server.app)
  const startedAt = Date.now()

  engine.start()
  await until(async () => (await deliveries(server.app)).every(({ state }) => state === 'accepted'))
  const most = 4 + (Date.now() - startedAt) / 50
  await engine.stop()

  assert.ok(transactions <= most, `${transactions} transactions instead of ${most}`)
})
