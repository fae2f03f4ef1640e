import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { timeOfId } from '../../src/kernel/base/ids.ts'
import type { Db } from '../../src/kernel/db/database.ts'
import { up } from '../../src/kernel/db/migrations/0037_large_lists.ts'
import { openOwnTestDatabase } from '../support/database.ts'
import { ON_POSTGRES_SERVER } from '../support/database-kind.ts'
import { until } from '../support/in-time.ts'
import { insertRemoteAccount, insertRemoteAccounts } from '../support/remote-account.ts'
import { startTestServer } from '../support/server.ts'

/** Statements that undo the migration. */
const UNDO = [
  'drop table domain_host',
  'drop index mention_by_author',
  'alter table mention drop column author_id',
  'drop index report_status_reblog_of_id',
  'alter table report_status drop column reblog_of_id',
  'drop index status_in_reply_to_id_id',
  'create index status_in_reply_to_id on status (in_reply_to_id)',
  'drop index status_local_conversation',
  'drop index status_local_reblog',
]

async function filledBy(db: Db) {
  return {
    places: await db
      .selectFrom('domain_host')
      .select(['domain', 'host', 'accounts_count', 'last_fetched_at'])
      .orderBy('host')
      .execute(),
    mentions: await db.selectFrom('mention').selectAll().orderBy('status_id').execute(),
    reported: await db.selectFrom('report_status').selectAll().orderBy('status_id').execute(),
  }
}

test('what lists read from is filled in for what was there before', async () => {
  const database = await openOwnTestDatabase()
  await using server = await startTestServer({}, { database })
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  await insertRemoteAccounts(server.app, [
    { username: 'one', domain: 'far.example' },
    { username: 'two', domain: 'far.example' },
    { username: 'three', domain: 'far.example', host: 'web.far.example' },
  ])
  await insertRemoteAccount(server.app, { username: 'four', domain: 'near.example' })
  await bob.publish('hello @alice')
  const { id } = await alice.publish('hello')
  const reblog = (await bob.post(`/api/v1/statuses/${id}/reblog`)).json()
  const report = { account_id: bob.id, status_ids: [reblog.id] }
  assert.equal((await alice.post('/api/v1/reports', report)).statusCode, 200)
  await server.settle()
  const before = await filledBy(server.app.db)
  assert.deepEqual(
    before.places.map(({ accounts_count }) => accounts_count),
    [2, 1, 1],
  )
  assert.deepEqual([before.mentions[0]?.author_id, before.reported[0]?.reblog_of_id], [bob.id, id])

  await database.transaction(async (db) => {
    for (const statement of UNDO) await sql.raw(statement).execute(db)
    await up(db as unknown as Kysely<unknown>)
  })

  assert.deepEqual(await filledBy(server.app.db), before)
  const accounts = await server.app.db.selectFrom('account').select('id').execute()
  const times = accounts.map((account) => timeOfId(account.id))
  const first = await server.app.db.selectFrom('domain_host').select('first_seen_at').execute()
  assert.ok(
    first.every((row) => times.includes(row.first_seen_at)),
    JSON.stringify([first, times]),
  )
})

/** Ordinary transactions write a status first and its mentions then. */
test('a server of the version before that still writes does not deadlock with it', async () => {
  await using database = await openOwnTestDatabase()
  await database.transaction(async (db) => {
    for (const statement of UNDO) await sql.raw(statement).execute(db)
  })
  const tries = { writing: 0, migrating: 0 }
  const holds = Promise.withResolvers<void>()
  const writing = database.transaction(async (db) => {
    tries.writing += 1
    await sql`update status set local = local where false`.execute(db)
    holds.resolve()
    if (ON_POSTGRES_SERVER) await until(() => isAnyWaiting(db))
    await sql`update mention set silent = silent where false`.execute(db)
  })
  await holds.promise
  const migrating = database.transaction(
    async (db) => {
      tries.migrating += 1
      await up(db as unknown as Kysely<unknown>)
    },
    { long: true },
  )

  await Promise.all([writing, migrating])

  assert.deepEqual(tries, { writing: 1, migrating: 1 })
})

async function isAnyWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and not granted`.execute(db)
  return rows.length > 0
}
