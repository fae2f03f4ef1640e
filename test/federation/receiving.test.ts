import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createActivityEnqueuer } from '../../src/kernel/activitypub/enqueue-activity.ts'
import type { InboxHandler, Received } from '../../src/kernel/activitypub/inbox.ts'
import { NotFound, Unreachable } from '../../src/kernel/base/errors.ts'
import type { PeerActor } from '../support/peer.ts'
import { startPeerAndHome } from '../support/peer-and-home.ts'

type Stage = Awaited<ReturnType<typeof startPeerAndHome>>

/** Lets a handler hear of a type that no slice knows. */
function handle({ home }: Stage, type: string, handler: InboxHandler): void {
  const handlers = home.app.federation.handlers as Map<string, InboxHandler[]>
  handlers.set(type, [handler])
}

function send(stage: Stage, actor: PeerActor, activity: Record<string, unknown>) {
  return stage.peer.send(actor, activity, { inbox: stage.url() })
}

const arrive = (actor: PeerActor, number: number) => ({
  id: `${actor.uri}#arrivals/${number}`,
  type: 'Arrive',
  object: `${actor.uri}/places/${number}`,
})

async function jobs({ home }: Stage) {
  return home.app.db
    .selectFrom('job')
    .where('kind', 'like', 'federation.%')
    .select(['kind', 'attempts', 'parked_at', 'last_error'])
    .execute()
}

test('what comes at the same time is stored together, and what cannot be is told apart', async () => {
  await using stage = await startPeerAndHome()
  const { app } = stage.home
  let transactions = 0
  const transact: typeof app.transact = (work) => {
    transactions += 1
    return app.transact(work)
  }
  const intake = createActivityEnqueuer({ ...app, transact })
  const queue = (payload: Record<string, unknown>) =>
    intake({ kind: 'federation.receive', payload }, 100)

  const together = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => queue({ at })))
  const first = transactions
  const mixed = await Promise.allSettled([queue({ at: 51 }), queue({ at: 52n }), queue({ at: 53 })])

  assert.deepEqual(new Set(together.map(({ status }) => status)), new Set(['fulfilled']))
  assert.equal(first, 1)
  assert.deepEqual(
    mixed.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal((await jobs(stage)).length, 52)
})

test('more than fits into memory is turned away for now', async () => {
  await using stage = await startPeerAndHome()
  const intake = createActivityEnqueuer(stage.home.app)
  const job = { kind: 'federation.receive', payload: {} }

  const first = intake(job, 60 << 20)
  await assert.rejects(intake(job, 60 << 20), Unreachable)
  await first
  await intake(job, 60 << 20)
})

test('activities of one actor are handled in the order in which they came', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  const bob = peer.addActor('bob')
  const seen: Received[] = []
  let atOnce = 0
  let mostAtOnce = 0
  handle(stage, 'Arrive', async (_app, received) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    await sleep(Math.random() * 5)
    seen.push(received)
    atOnce -= 1
    return true
  })
  await Promise.all([mallory, bob].map((actor) => send(stage, actor, arrive(actor, 0))))
  for (let number = 1; number < 40; number++) {
    for (const actor of [mallory, bob]) {
      const answer = await send(stage, actor, arrive(actor, number))
      assert.equal(answer.status, 202)
    }
  }

  await stage.network.settle()

  for (const { uri } of [mallory, bob]) {
    const objects = seen.filter(({ actor }) => actor.uri === uri).map((one) => one.activity.object)
    assert.deepEqual(
      objects,
      Array.from({ length: 40 }, (_, number) => `${uri}/places/${number}`),
    )
  }
  assert.equal(mostAtOnce, 2)
})

test('what cannot be reached is tried again, at last given up, and never parked', async () => {
  await using stage = await startPeerAndHome()
  const { home, mallory } = stage
  let tries = 0
  handle(stage, 'Arrive', async () => {
    tries += 1
    throw new Unreachable('elsewhere.example cannot be reached')
  })
  await send(stage, mallory, arrive(mallory, 1))

  await home.settle()
  const waiting = await jobs(stage)
  for (let day = 0; day < 20; day++) {
    home.clock.now += 86_400_000
    await home.settle()
  }

  assert.equal(waiting.length, 1)
  assert.equal(waiting[0]?.attempts, 1)
  assert.equal(tries, 12)
  assert.deepEqual(await jobs(stage), [])
})

test('A38 what may not be is dropped, a bug costs its own activity and is kept for the operator', async () => {
  await using stage = await startPeerAndHome()
  const { home, mallory } = stage
  const seen: unknown[] = []
  handle(stage, 'Arrive', async (_app, { activity }) => {
    if (activity.object === `${mallory.uri}/places/1`) throw new NotFound()
    if (activity.object === `${mallory.uri}/places/2`) throw new TypeError('a bug')
    seen.push(activity.object)
    return true
  })
  for (const number of [1, 2, 3]) await send(stage, mallory, arrive(mallory, number))

  await home.settle()
  for (let day = 0; day < 20; day++) {
    home.clock.now += 86_400_000
    await home.settle()
  }

  const left = await jobs(stage)
  assert.deepEqual(seen, [`${mallory.uri}/places/3`])
  assert.equal(left.length, 1)
  assert.equal(left[0]?.last_error, 'TypeError: a bug')
  assert.notEqual(left[0]?.parked_at, null)
})

test('A05 what somebody passes on is looked up at its origin, and nothing of it is believed', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  const seen: Received[] = []
  handle(stage, 'Refetch', async (_app, received) => {
    seen.push(received)
    return true
  })
  const author = peer.addActor('author')
  const object = { id: `${author.uri}/notes/1`, type: 'Note', content: 'never said' }
  const forwarded = {
    id: `${object.id}/activity`,
    type: 'Create',
    actor: author.uri,
    object,
    signature: { type: 'RsaSignature2017', creator: `${author.uri}#main-key`, signatureValue: '' },
  }

  for (const _ of [1, 2]) assert.equal((await send(stage, mallory, forwarded)).status, 202)
  const { signature: _, ...unsigned } = forwarded
  assert.equal((await send(stage, mallory, unsigned)).status, 401)
  await stage.network.settle()

  assert.equal(seen.length, 1)
  assert.equal(seen[0]?.actor.uri, mallory.uri)
  const document = { type: 'Refetch', object: object.id, about: 'Create' }
  const { activity } = seen[0]!
  assert.deepEqual(activity, {
    id: null,
    type: 'Refetch',
    actor: mallory.uri,
    object: object.id,
    target: null,
    document,
  })
})

test('an actor that is suspended can only take things back', async () => {
  await using stage = await startPeerAndHome()
  const { home, mallory, alice } = stage
  const seen: string[] = []
  for (const type of ['Arrive', 'Undo']) {
    handle(stage, type, async (_app, { activity }) => {
      seen.push(activity.type)
      return true
    })
  }
  await alice.resolve(mallory.handle)
  await home.app.transact((tx) =>
    tx.db
      .updateTable('account')
      .set({ suspended_at: tx.now })
      .where('uri', '=', mallory.uri)
      .execute(),
  )

  await send(stage, mallory, arrive(mallory, 1))
  await send(stage, mallory, { id: `${mallory.uri}#undo`, type: 'Undo', object: 'x' })
  await stage.network.settle()

  assert.deepEqual(seen, ['Undo'])
})

test('an activity may have many types, and no id where none is needed', async () => {
  await using stage = await startPeerAndHome()
  const { mallory, alice } = stage
  const seen: Received[] = []
  handle(stage, 'Arrive', async (_app, received) => {
    seen.push(received)
    return true
  })

  await send(stage, mallory, { type: ['Travel', 'Arrive'], actor: { id: mallory.uri } })
  await send(stage, mallory, { type: 'Follow', object: alice.uri })
  await stage.network.settle()

  assert.deepEqual(
    seen.map(({ activity }) => [activity.id, activity.type, activity.actor]),
    [[null, 'Arrive', mallory.uri]],
  )
  assert.deepEqual(await stage.followersOfAlice(), [])
})
