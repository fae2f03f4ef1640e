import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeliveryEngine } from '../../src/activitypub/delivery/engine.ts'
import { retryDelivery } from '../../src/activitypub/delivery/operator.ts'
import type { App } from '../../src/app.ts'
import type { Database } from '../../src/db/database.ts'
import { deliveries, type Inbox, queue, startInbox, until } from '../support/deliveries.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const HERE = { egressAllow: ['127.0.0.0/8'] }
/** ms after which what a killed process had taken is free */
const LEASE_OVER = 31_000

/** Where the process that sends is killed. */
const STEPS = [
  'the host is taken',
  'the request is written down',
  'the inbox has it',
  'the inbox has answered',
] as const
type Step = (typeof STEPS)[number]

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
    await using server = await startTestServer(HERE)
    await using inbox = await startInbox()
    await using killed = new AsyncDisposableStack()
    await queue(server.app, 1, { senderId: null, inboxes: [inbox.uri] })

    for (let kills = 0; kills < 3; kills++) {
      const process = killed.use(startMortal(server, inbox, step))
      const [delivery] = await Promise.race([
        until(process.isDead).then(() => deliveries(server.app)),
        until(async () => (await deliveries(server.app))[0]!.state === 'failed').then(() =>
          deliveries(server.app),
        ),
      ])
      if (delivery!.state === 'failed') break
      server.clock.now += LEASE_OVER
    }
    await live(server, inbox)

    assert.ok(inbox.arrived.length <= 2, `it came ${inbox.arrived.length} times`)
    if (step === 'the host is taken') assert.equal(inbox.arrived.length, 1)
  })
}

test('what may have arrived twice is shown as failed, and the operator may send it once more', async () => {
  await using server = await startTestServer(HERE)
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
  await using server = await startTestServer(HERE)
  await using inbox = await startInbox()
  await queue(server.app, [1, 2, 3, 4], { senderId: null, inboxes: [inbox.uri] })
  await using process = startMortal(server, inbox, 'the inbox has it')
  await until(process.isDead)
  server.clock.now += LEASE_OVER

  await live(server, inbox)

  assert.deepEqual(inbox.numbers(), [1, 1, 2, 3, 4])
})
