import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InboxHandler } from '../../src/kernel/activitypub/inbox.ts'
import { Unreachable } from '../../src/kernel/base/errors.ts'
import type { App } from '../../src/kernel/core/app.ts'
import { retryParkedJobs } from '../../src/kernel/jobs/operator.ts'
import { deleteParkedBeyond } from '../../src/kernel/jobs/parked.ts'
import { until } from '../support/in-time.ts'
import type { PeerActor } from '../support/peer.ts'
import { startPeerAndHome } from '../support/peer-and-home.ts'
import { insertRemoteAccounts } from '../support/remote-account.ts'
import { startTestServer } from '../support/server.ts'

type Stage = Awaited<ReturnType<typeof startPeerAndHome>>

const MB = 1 << 20
const NEXT_ID = 100_000_000_000_000_001n

/** A type of activity for the test alone. */
function handle(stage: Stage, type: string, handler: InboxHandler): void {
  const handlers = stage.home.app.federation.handlers as Map<string, readonly InboxHandler[]>
  handlers.set(type, [handler])
}

const unreachable: InboxHandler = async () => {
  throw new Unreachable('elsewhere.example cannot be reached')
}

let last = 0
const send = (stage: Stage, actor: PeerActor, more: Record<string, unknown> = {}) => {
  const id = `${actor.uri}#${++last}`
  const activity = { id, type: 'Arrive', object: `${id}/place`, ...more }
  const clockAhead = stage.home.clock.now - Date.now()
  return stage.peer.send(actor, activity, { inbox: stage.url(), clockAhead })
}

const kept = ({ home }: Stage) =>
  home.app.db.selectFrom('job').selectAll().where('kind', 'like', 'federation.%').execute()

/** Something of another server waits already. */
const wait = ({ home }: Stage, domain: string, load: { rows: number; bytes: number }) =>
  home.app.transact(async (tx) => {
    const payload = { actor: `https://${domain}/users/somebody` }
    const source = { domain, actor: payload.actor, bytes: load.bytes }
    const runAt = tx.now + 3_600_000
    for (let row = 0; row < load.rows; row++) {
      tx.enqueue({ kind: 'federation.receive', payload, runAt, source })
    }
  })

test('A61 what waits of one actor is limited in bytes, and it is told when to come again', async () => {
  await using stage = await startPeerAndHome()
  const { mallory, peer, home } = stage
  handle(stage, 'Arrive', unreachable)
  const content = 'x'.repeat(900_000)

  const answers = []
  for (let many = 0; many < 24; many++) answers.push(await send(stage, mallory, { content }))
  await home.settle()

  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length > 0 && refused.length < 12, `${refused.length} were refused`)
  assert.ok(Number(refused[0]!.headers['retry-after']) > 0)
  const rows = await kept(stage)
  const bytes = rows.reduce((sum, row) => sum + (row.bytes ?? 0), 0)
  assert.ok(bytes <= 16 * MB && bytes >= 12 * MB, `${bytes} bytes wait`)
  assert.equal((await send(stage, peer.addActor('bob'))).status, 202)
})

test('A61 what waits of one actor is limited in rows, and there is room again once it is done', async () => {
  await using stage = await startPeerAndHome()
  const { mallory, home } = stage
  handle(stage, 'Arrive', async () => true)
  await send(stage, mallory)
  await home.settle()
  await home.app.transact(async (tx) => {
    const source = { domain: '127.0.0.1', actor: mallory.uri, bytes: 100 }
    const payload = { actor: mallory.uri }
    for (let row = 0; row < 2_000; row++) {
      tx.enqueue({ kind: 'federation.receive', payload, runAt: tx.now + 3_600_000, source })
    }
  })
  home.clock.now += 3_000

  assert.equal((await send(stage, mallory)).status, 429)

  await home.app.transact((tx) =>
    tx.db.deleteFrom('job').where('from_actor', '=', mallory.uri).execute(),
  )
  home.clock.now += 3_000
  assert.equal((await send(stage, mallory)).status, 202)
})

test('A61 when much waits of all, only domains with little waiting bring more', async () => {
  await using stage = await startPeerAndHome()
  const { mallory, home } = stage
  handle(stage, 'Arrive', unreachable)
  for (let at = 0; at < 7; at++) await wait(stage, `evil${at}.example`, { rows: 1, bytes: 58 * MB })

  assert.equal((await send(stage, mallory)).status, 202)
  await wait(stage, '127.0.0.1', { rows: 1, bytes: 5 * MB })
  home.clock.now += 3_000
  assert.equal((await send(stage, mallory)).status, 429)

  for (let at = 7; at < 10; at++)
    await wait(stage, `evil${at}.example`, { rows: 1, bytes: 58 * MB })
  home.clock.now += 3_000
  const refused = await send(stage, mallory)
  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers['retry-after']) > 0)
})

test('A61 only the id is kept of an object that counts only as it is found at its origin', async () => {
  await using stage = await startPeerAndHome()
  const { mallory } = stage
  const id = 'https://elsewhere.example/notes/1'
  const note = { id, type: 'Note', content: 'x'.repeat(500_000) }
  const own = { id: `${mallory.uri}/notes/1`, type: 'Note', content: 'mine' }

  for (const type of ['Announce', 'Create', 'Like', 'Update']) {
    assert.equal((await send(stage, mallory, { type, object: note })).status, 202)
  }
  await send(stage, mallory, { type: 'Create', object: own })

  const rows = await kept(stage)
  const objects = rows.map((row) => (row.payload.activity as { object: unknown }).object)
  assert.deepEqual(objects, [id, id, id, id, own])
  for (const { payload } of rows) assert.equal(JSON.stringify(payload).includes('@context'), false)
})

test('A61 activities of a domain that hang leave places for those of others', async () => {
  await using stage = await startPeerAndHome()
  const { app } = stage.home
  const over = Promise.withResolvers<boolean>()
  const handled: string[] = []
  handle(stage, 'Arrive', async (_app, { actor }) => {
    if (actor.domain === 'evil.example') return over.promise
    handled.push(actor.domain)
    return true
  })
  const evil = Array.from({ length: 60 }, (_, at) => ({
    username: `e${at}`,
    domain: 'evil.example',
  }))
  await insertRemoteAccounts(app, [...evil, { username: 'good', domain: 'living.example' }])
  await app.transact(async (tx) => {
    for (const { username, domain } of [...evil, { username: 'good', domain: 'living.example' }]) {
      const actor = `https://${domain}/users/${username}`
      const activity = { id: `${actor}#1`, type: 'Arrive', actor, object: actor }
      const source = { domain, actor, bytes: 200 }
      tx.enqueue({ kind: 'federation.receive', payload: { actor, activity }, source })
    }
  })

  stage.home.runner.start()
  await until(() => handled.length === 1).finally(() => over.resolve(true))

  assert.deepEqual(handled, ['living.example'])
})

test('A61 a domain with much waiting waits in a queue of its own', async () => {
  await using stage = await startPeerAndHome()
  handle(stage, 'Arrive', unreachable)
  const kinds = async () => (await kept(stage)).map(({ kind }) => kind)
  await send(stage, stage.mallory)
  assert.deepEqual(await kinds(), ['federation.receive'])
  await wait(stage, '127.0.0.1', { rows: 101, bytes: 100 })
  stage.home.clock.now += 3_000

  await send(stage, stage.mallory)

  assert.ok((await kinds()).includes('federation.receive_slowly'))
})

test('A142 an activity that this server fails to handle no longer counts as waiting once it is parked', async () => {
  await using stage = await startPeerAndHome()
  const { mallory, home } = stage
  handle(stage, 'Arrive', async () => true)
  await send(stage, mallory)
  await home.settle()
  handle(stage, 'Arrive', async () => {
    throw new TypeError('a defect')
  })
  await home.app.transact(async (tx) => {
    const activity = { id: `${mallory.uri}#x`, type: 'Arrive', object: mallory.uri }
    const source = { domain: '127.0.0.1', actor: mallory.uri, bytes: 16 * MB }
    tx.enqueue({ kind: 'federation.receive', payload: { actor: mallory.uri, activity }, source })
  })
  home.clock.now += 3_000
  assert.equal((await send(stage, mallory)).status, 429)

  const parked = async () => (await kept(stage)).some((job) => job.parked_at !== null)
  for (let tries = 0; tries < 20 && !(await parked()); tries++) {
    await home.settle()
    home.clock.now += 6 * 3_600_000
  }

  assert.ok(await parked())
  assert.equal((await send(stage, mallory)).status, 202)
})

test('A142 of parked activities the newest thousand, or 64 MiB, stay for the operator, and all other jobs', async () => {
  await using stage = await startPeerAndHome()
  const { app } = stage.home
  const parked = (at: number, kind: string, bytes = 1_000) => ({
    ...{ id: `${NEXT_ID + BigInt(at)}`, kind, bytes, payload: '{}' },
    ...{ run_at: 1, attempts: 12, created_at: 1, parked_at: 1 },
  })
  const store = (jobs: ReturnType<typeof parked>[]) =>
    app.transact(async (tx) => {
      for (const job of jobs) await tx.db.insertInto('job').values(job).execute()
      tx.enqueue({ kind: 'federation.drop_parked', payload: {} })
    })
  const left = async () => {
    await stage.home.settle()
    const rows = app.db.selectFrom('job').select('id').where('parked_at', 'is not', null)
    return (await rows.orderBy('id').execute()).map(({ id }) => BigInt(id))
  }
  const idsOf = (jobs: { id: string }[]) => jobs.map(({ id }) => BigInt(id))
  const other = parked(0, 'test.other')
  const kinds = ['federation.receive', 'federation.refetch']
  const many = Array.from({ length: 1_002 }, (_, at) => parked(1 + at, kinds[at % 2]!))
  const large = parked(2_000, 'federation.receive', 64 * MB - 2_500)

  await store([other, ...many])
  assert.deepEqual(await left(), idsOf([other, ...many.slice(2)]))

  await store([large])
  assert.deepEqual(await left(), idsOf([other, ...many.slice(-2), large]))
})

test('A142 who sends most of what this server fails to handle loses most of it, and others nothing', async () => {
  await using stage = await startPeerAndHome()
  const { app } = stage.home
  let next = NEXT_ID
  const parkedBy = (host: string, count: number, bytes: number) =>
    Array.from({ length: count }, () => ({
      ...{ id: `${next++}`, kind: 'federation.receive', bytes },
      payload: JSON.stringify({ actor: `https://${host}/users/somebody` }),
      ...{ run_at: 1, attempts: 12, created_at: 1, parked_at: 1 },
    }))
  const left = async (jobs: { id: string }[]) => {
    const ids = jobs.map(({ id }) => id)
    const rows = app.db.selectFrom('job').select('id').where('id', 'in', ids)
    return (await rows.orderBy('id').execute()).map(({ id }) => ids.indexOf(id))
  }
  const honest = parkedBy('honest.example', 50, 1_000)
  const large = [1, 2, 3].flatMap((at) => parkedBy(`h${at}.hostile.example`, 40, MB))
  const many = parkedBy('many.example', 900, 1_000)

  await app.transact(async (tx) => {
    for (const job of [...honest, ...large, ...many]) {
      await tx.db.insertInto('job').values(job).execute()
    }
    tx.enqueue({ kind: 'federation.drop_parked', payload: {} })
  })
  await stage.home.settle()

  const counts = [await left(honest), await left(many), await left(large)]
  // 893 of 1,000 rows, and 57 of 64 MiB, are the same share
  assert.deepEqual(
    counts.map(({ length }) => length),
    [50, 893, 57],
  )
  assert.equal(counts[1]![0], 7, 'the oldest ones went')
})

test('A142 no older activity stays where a newer one of the same sender goes', async () => {
  await using server = await startTestServer()
  const { app } = server
  const parked = { run_at: 1, attempts: 12, created_at: 1, parked_at: 1, payload: '{}' }
  const rows = [1, 60, 60].map((bytes, at) => ({
    ...{ id: `${NEXT_ID + BigInt(at)}`, kind: 'test.parked', bytes },
    ...parked,
  }))
  await app.transact((tx) => tx.db.insertInto('job').values(rows).execute())
  const owner = { key: 'by', of: (name: string) => name }

  const deleted = await deleteParkedBeyond(app, {
    ...{ kinds: ['test.parked'], rows: 10, bytes: 100 },
    owner,
  })

  const left = app.db.selectFrom('job').select('id').where('kind', '=', 'test.parked')
  assert.deepEqual([deleted, await left.execute()], [2, [{ id: rows[2]!.id }]])
})

test('A142 a parked activity that the operator has retried in the same moment stays', async () => {
  await using server = await startTestServer()
  const { app } = server
  const ids = [0, 1, 2].map((at) => `${NEXT_ID + BigInt(at)}`)
  const parked = { run_at: 1, attempts: 12, created_at: 1, parked_at: 1, bytes: 1 }
  await app.transact(async (tx) => {
    const rows = ids.map((id) => ({ id, kind: 'test.parked', payload: '{}', ...parked }))
    await tx.db.insertInto('job').values(rows).execute()
  })
  const slow: App['transact'] = async (work) => {
    await app.transact((tx) => retryParkedJobs(tx, { ids: [ids[0]!] }))
    return app.transact(work)
  }

  await deleteParkedBeyond(
    { ...app, transact: slow },
    { kinds: ['test.parked'], rows: 1, bytes: MB, owner: { key: 'by', of: (name) => name } },
  )

  const left = app.db.selectFrom('job').select('id').where('kind', '=', 'test.parked')
  assert.deepEqual(
    (await left.orderBy('id').execute()).map(({ id }) => id),
    [ids[0], ids[2]],
  )
})

test('A142 activities that a version before parked count for nobody either', async () => {
  await using stage = await startPeerAndHome()
  const { mallory, home } = stage
  handle(stage, 'Arrive', async () => true)
  await send(stage, mallory)
  await home.settle()
  await wait(stage, '127.0.0.1', { rows: 1, bytes: 64 * MB })
  home.clock.now += 3_000
  assert.equal((await send(stage, mallory)).status, 429)

  await home.app.transact(async (tx) => {
    await tx.db
      .updateTable('job')
      .set({ parked_at: 1 })
      .where('bytes', '=', 64 * MB)
      .execute()
    tx.enqueue({ kind: 'federation.drop_parked', payload: {} })
  })
  await home.settle()
  home.clock.now += 3_000

  assert.equal((await send(stage, mallory)).status, 202)
})
