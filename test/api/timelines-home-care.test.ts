import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { idsOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const HOME = '/api/v1/timelines/home'

/** So many accounts that follow one, put in directly. @returns their ids in order */
async function insertFollowers({ app }: TestServer, target: TestUser, count: number) {
  const made: string[] = []
  while (made.length < count) {
    const wanted = Math.min(250, count - made.length)
    await app.transact(async (tx) => {
      const ids = Array.from({ length: wanted }, () => tx.newId())
      const [account, user] = await Promise.all([
        tx.db.selectFrom('account').selectAll().where('id', '=', target.id).executeTakeFirst(),
        tx.db
          .selectFrom('local_user')
          .selectAll()
          .where('account_id', '=', target.id)
          .executeTakeFirst(),
      ])
      const json = { fields: '[]', attribution_domains: '[]', also_known_as: '[]' }
      const accounts = ids.map((id) => {
        const names = { username: id, username_lower: id, uri: id, url: id }
        return { ...account, ...json, ...names, id }
      })
      const users = ids.map((id) => {
        const own = { id: tx.newId(), account_id: id, email: id, email_lower: id }
        return { ...user, ...own, settings: '{}' }
      })
      await tx.db
        .insertInto('account')
        .values(accounts as never)
        .execute()
      await tx.db
        .insertInto('local_user')
        .values(users as never)
        .execute()
      const follow = { target_id: target.id, show_reblogs: true, notify: false, created_at: tx.now }
      const rows = ids.map((account_id) => ({ ...follow, id: tx.newId(), account_id }))
      await tx.db
        .insertInto('follow')
        .values(rows as never)
        .execute()
      for (const column of ['followers_count', 'local_followers_count'] as const) {
        tx.addToCount(`account_stats.${column}`, target.id, wanted)
      }
      made.push(...ids)
    })
  }
  return made
}

/** Runs what is done once a day for home timelines. */
async function trimHomes({ app, settle }: TestServer): Promise<void> {
  await app.transact(async (tx) => tx.enqueue({ kind: 'home.trim', payload: {} }))
  await settle()
}

test('followers beyond the first thousand get a status from a job, each once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const first = await server.signUp('first')
  await first.follow(alice)
  const ids = await insertFollowers(server, alice, 1_050)
  const last = ids.at(-1)!
  const holders = async (statusId: string) => {
    const rows = await server.app.db
      .selectFrom('home_entry')
      .select('account_id')
      .where('status_id', '=', statusId)
      .execute()
    return new Set(rows.map((row) => row.account_id))
  }

  const { id } = await alice.publish('hello')
  const atOnce = await holders(id)
  assert.ok(atOnce.has(alice.id) && atOnce.has(first.id))
  assert.equal(atOnce.size, 1_001)
  assert.equal(atOnce.has(last), false)
  await server.settle()
  assert.equal((await holders(id)).size, 1_052)

  const gone = (await alice.publish('gone')).id
  await alice.delete(`/api/v1/statuses/${gone}`)
  await server.settle()
  assert.equal((await holders(gone)).has(last), false, 'what is deleted goes no further')
})

test('S-321 who was away for 30 days finds home being built, and then whole', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  const ids = [(await alice.publish('before')).id]
  await bob.get(HOME)
  const entries = async () => {
    const rows = await server.app.db
      .selectFrom('home_entry')
      .select('status_id')
      .where('account_id', '=', bob.id)
      .execute()
    return rows.length
  }
  server.clock.now += 20 * DAY
  await trimHomes(server)
  assert.equal(await entries(), 1)
  server.clock.now += 12 * DAY
  await alice.get(HOME)
  await trimHomes(server)
  assert.equal(await entries(), 0)
  ids.unshift((await alice.publish('meanwhile')).id)
  assert.equal(await entries(), 0, 'nothing is delivered to who is away')

  const building = await bob.get(HOME)
  assert.equal(building.statusCode, 206)
  assert.match(String(building.headers['mastodon-async-refresh']), /^id="[^"]+", retry=\d+$/)
  assert.deepEqual(building.json(), [])
  ids.unshift((await alice.publish('now')).id)
  const again = await bob.get(HOME)
  assert.equal(again.statusCode, 206)
  assert.deepEqual(idsOf(again.json()), ids.slice(0, 1), 'what is new is there already')
  const jobs = await server.app.db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', 'home.rebuild')
    .execute()
  assert.equal(jobs.length, 1)
  await server.settle()

  const built = await bob.get(HOME)
  assert.equal(built.statusCode, 200)
  assert.equal(built.headers['mastodon-async-refresh'], undefined)
  assert.deepEqual(idsOf(built.json()), ids)
})

test('S-321 the newest 10,000 entries are kept', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('template')
  const newest = await server.app.transact(async (tx) => {
    const status = await tx.db
      .selectFrom('status')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: 10_020 }, () => tx.newId())
    for (let at = 0; at < ids.length; at += 500) {
      const some = ids.slice(at, at + 500)
      await tx.db
        .insertInto('status')
        .values(some.map((one) => ({ ...status, id: one, uri: one, media_ids: '[]' })))
        .execute()
      const entry = { account_id: alice.id, author_id: alice.id }
      const own = { reblog_of_id: null, reblog_of_author_id: null }
      await tx.db
        .insertInto('home_entry')
        .values(some.map((status_id) => ({ ...entry, ...own, status_id })))
        .execute()
    }
    return ids
  })

  await trimHomes(server)

  const kept = await server.app.db
    .selectFrom('home_entry')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('status_id').as('oldest')])
    .where('account_id', '=', alice.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([kept.count, kept.oldest], [10_000, newest.at(-10_000)])
})
