import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeliveryEngine } from '../../src/kernel/activitypub/delivery/engine.ts'
import { retryDelivery } from '../../src/kernel/activitypub/delivery/operator.ts'
import { Unreachable } from '../../src/kernel/base/errors.ts'
import type { App } from '../../src/kernel/core/app.ts'
import type { Database } from '../../src/kernel/db/database.ts'
import { deliveries, type Inbox, peerHost, queue, startInbox } from '../support/deliveries.ts'
import { until } from '../support/in-time.ts'
import { waitForOthers } from '../support/patience.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** ms after which what a killed process had taken is free */
const LEASE_OVER = 31_000

/** A server whose requests do not end by themselves while the database keeps a test waiting. */
async function start(): Promise<TestServer> {
  const server = await startTestServer({ egressAllow: ['127.0.0.0/8'] })
  waitForOthers(server.app)
  return server
}

/** Where the process that sends is killed, and how often the activity then arrives. */
const ARRIVALS = {
  'the host is taken': 1,
  'the request is written down': 0,
  'the inbox has it': 2,
  'the inbox has answered': 2,
}
type Step = keyof typeof ARRIVALS
const STEPS = Object.keys(ARRIVALS) as Step[]

interface Process extends AsyncDisposable {
  /** whether it has come to the step, and done nothing since */
  isDead(): boolean
}

/**
 * An engine whose process ends at a step: from then on nothing that it asks of the database is answered,
 * and it sends nothing.
 */
function startMortal({ app }: TestServer, inbox: Inbox, step: Step): Process {
  let dead = false
  let writes = 0
  const end = Promise.withResolvers<never>()
  end.promise.catch(() => {})
  const die = () => {
    dead = true
    return end.promise
  }
  const transaction: Database['transaction'] = async (work, options) => {
    if (dead) return die()
    writes += 1
    const isClaim = writes === 1
    if (!isClaim && options?.lax !== true && step === 'the inbox has answered') return die()
    const result = await app.database.transaction(work, options)
    if (isClaim && step === 'the host is taken') return die()
    if (options?.lax === true && step === 'the request is written down') return die()
    return result
  }
  inbox.reply = () => {
    if (step !== 'the inbox has it') return { status: 202 }
    return die().catch(() => ({ status: 202 }))
  }
  const database = { ...app.database, transaction }
  const engine = createDeliveryEngine({ ...app, database } as App)
  engine.start()
  return {
    isDead: () => dead,
    async [Symbol.asyncDispose]() {
      const stopped = engine.stop().catch(() => {})
      end.reject(new Error('The process was killed'))
      await stopped
    },
  }
}

async function live({ app }: TestServer, inbox: Inbox): Promise<void> {
  inbox.reply = { status: 202 }
  const engine = createDeliveryEngine(app)
  engine.start()
  await until(async () => (await deliveries(app)).every(({ state }) => state !== 'waiting'))
  await engine.stop()
}

for (const step of STEPS) {
  test(`a process that is killed again and again when ${step} sends nothing a third time`, async () => {
    await using server = await start()
    await using inbox = await startInbox()
    await using killed = new AsyncDisposableStack()
    await queue(server.app, 1, { senderId: null, inboxes: [inbox.uri] })
    // the key for signing is made in a transaction too, in which no process is to be killed
    await server.app.federation.actors.signingKey(server.app, null, 'rsa')

    for (let kills = 0; kills < 3; kills++) {
      const process = killed.use(startMortal(server, inbox, step))
      const isFailed = async () => (await deliveries(server.app))[0]!.state === 'failed'
      await until(async () => process.isDead() || (await isFailed()))
      if (await isFailed()) break
      server.clock.now += LEASE_OVER
    }
    await live(server, inbox)

    assert.equal(inbox.arrived.length, ARRIVALS[step])
  })
}

test('what may have arrived twice is shown as failed, and the operator may send it once more', async () => {
  await using server = await start()
  await using inbox = await startInbox()
  await using killed = new AsyncDisposableStack()
  await queue(server.app, 1, { senderId: null, inboxes: [inbox.uri] })
  for (let kills = 0; kills < 2; kills++) {
    const process = killed.use(startMortal(server, inbox, 'the inbox has it'))
    await until(process.isDead)
    server.clock.now += LEASE_OVER
  }

  await live(server, inbox)

  const [failed] = await deliveries(server.app)
  assert.partialDeepStrictEqual(failed, { state: 'failed', begun: 0 })
  assert.match(failed!.last_error ?? '', /stopped twice/)
  assert.equal(inbox.arrived.length, 2)

  await server.app.transact((tx) => retryDelivery(tx, failed!.id))
  await live(server, inbox)
  assert.equal((await deliveries(server.app))[0]!.state, 'accepted')
})

test('one kill costs one repetition, and everything arrives in order', async () => {
  await using server = await start()
  await using inbox = await startInbox()
  await queue(server.app, [1, 2, 3, 4], { senderId: null, inboxes: [inbox.uri] })
  await using process = startMortal(server, inbox, 'the inbox has it')
  await until(process.isDead)
  server.clock.now += LEASE_OVER

  await live(server, inbox)

  assert.deepEqual(inbox.numbers(), [1, 1, 2, 3, 4])
})

test('a release that was committed without an answer does not take the host from its next holder', async () => {
  await using server = await start()
  await using inbox = await startInbox()
  const { app } = server
  const to = { senderId: null, inboxes: [inbox.uri] }
  const answered = Promise.withResolvers<void>()
  inbox.reply = async () => {
    if (inbox.arrived.length === 2) await answered.promise
    return { status: 202 }
  }
  await queue(app, 1, to)
  const next = createDeliveryEngine(app)
  let isLost = false
  const transaction: Database['transaction'] = async (work, options) => {
    const result = await app.database.transaction(work, options)
    if (isLost || (await deliveries(app))[0]!.state !== 'accepted') return result
    isLost = true
    await queue(app, 2, to)
    next.start()
    await until(() => inbox.arrived.length === 2)
    throw new Unreachable('The database does not answer')
  }
  const first = createDeliveryEngine({ ...app, database: { ...app.database, transaction } } as App)

  await assert.rejects(first.settle(), Unreachable)
  await first.settle()

  assert.deepEqual(inbox.numbers(), [1, 2])
  answered.resolve()
  await first.stop()
  await next.stop()
})

/** An engine that waits at its next transaction from `freeze` to `thaw`, as a process that stands still. */
function startFreezable({ app }: TestServer) {
  let isFrozen = false
  const thawed = Promise.withResolvers<void>()
  const transaction: Database['transaction'] = async (work, options) => {
    if (isFrozen) await thawed.promise
    return app.database.transaction(work, options)
  }
  const engine = createDeliveryEngine({ ...app, database: { ...app.database, transaction } } as App)
  engine.start()
  return {
    freeze() {
      isFrozen = true
    },
    thaw: thawed.resolve,
    settle: () => engine.settle(),
    async [Symbol.asyncDispose]() {
      thawed.resolve()
      await engine.stop()
    },
  }
}

test('a process whose lease is over sends nothing more to the host, which another one may have claimed', async () => {
  await using server = await start()
  await using inbox = await startInbox()
  const [firstAnswer, lastAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  inbox.reply = async () => {
    const answer = [firstAnswer, null, lastAnswer][inbox.arrived.length - 1]
    await answer?.promise
    return { status: 202 }
  }
  await queue(server.app, [1, 2], { senderId: null, inboxes: [inbox.uri] })
  await using engines = new AsyncDisposableStack()
  const first = engines.use(startFreezable(server))
  await until(() => inbox.arrived.length === 1)
  first.freeze()
  server.clock.now += LEASE_OVER
  const next = createDeliveryEngine(server.app)
  engines.defer(() => next.stop())
  engines.defer(() => lastAnswer.resolve())
  next.start()
  await until(() => inbox.arrived.length === 3)
  first.thaw()
  firstAnswer.resolve()
  await first.settle()

  assert.deepEqual(inbox.numbers(), [1, 1, 2])
})

test('a process that claims a host again, after its lease ended during a request, sends everything once', async () => {
  await using server = await start()
  await using inbox = await startInbox()
  const answer = Promise.withResolvers<void>()
  inbox.reply = async () => {
    if (inbox.arrived.length === 1) await answer.promise
    return { status: 202 }
  }
  await queue(server.app, [1, 2, 3], { senderId: null, inboxes: [inbox.uri] })
  await using engines = new AsyncDisposableStack()
  const engine = createDeliveryEngine(server.app)
  engines.defer(() => engine.stop())
  engine.start()
  await until(() => inbox.arrived.length === 1)
  const lockedUntil = async () => (await peerHost(server.app, inbox.host)).locked_until
  const before = await lockedUntil()

  server.clock.now += LEASE_OVER
  engine.wake()
  await until(async () => (await lockedUntil()) !== before)
  await queue(server.app, [4], { senderId: null, inboxes: [inbox.uri] })
  answer.resolve()
  await until(async () => (await deliveries(server.app)).every(({ state }) => state === 'accepted'))

  assert.deepEqual(inbox.numbers(), [1, 2, 3, 4])
})
