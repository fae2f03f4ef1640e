import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { FORGOTTEN, OF_FORGOTTEN } from '../../src/features/moderation/purge-account.ts'
import { HANGING } from '../../src/features/statuses/write/remove-rows.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import type { App } from '../../src/kernel/core/app.ts'
import { isPostgres } from '../../src/kernel/db/column-types.ts'
import { insertRemoteAccounts } from '../support/remote-account.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** more than twice what one transaction may remove */
const MANY = 1_100
const MOST = 500
/** reblogs that one transaction may delete */
const AT_ONCE = 20

/** How many rows hang on statuses. */
async function countHanging({ db }: Pick<App, 'db'>): Promise<number> {
  const { rows } = await sql<{ many: number }>`select
    (select count(*) from favourite) + (select count(*) from home_entry)
    + (select count(*) from status where in_reply_to_id is not null)
    + (select count(*) from status where reblog_of_id is not null) as many`.execute(db)
  return Number(rows[0]!.many)
}

async function countDeleted({ db }: Pick<App, 'db'>): Promise<number> {
  const { rows } = await sql<{ many: number }>`select count(*) as many from status
    where deleted_at is not null`.execute(db)
  return Number(rows[0]!.many)
}

/** Watches how many rows each transaction changes, and how many transactions there are. */
function watch({ app }: TestServer, count = countHanging) {
  const { transact } = app
  const seen = { most: 0, transactions: 0 }
  const watched: typeof transact = (work) =>
    transact(async (tx) => {
      const before = await count(tx)
      const result = await work(tx)
      seen.most = Math.max(seen.most, Math.abs(before - (await count(tx))))
      seen.transactions++
      return result
    })
  Object.assign(app, { transact: watched })
  return seen
}

/** A post that very many favoured, have in their home timelines, reblogged and answered. */
async function startWithFamousPost() {
  await using open = new AsyncDisposableStack()
  const server = open.use(await startTestServer())
  server.runner.start()
  const { app } = server
  const rook = await server.signUp('rook')
  const post = await rook.publish('hello')
  const names = Array.from({ length: MANY }, (_, at) => ({
    username: `r${at}`,
    domain: 'x.example',
  }))
  const readers = await insertRemoteAccounts(app, names)
  const template = await app.db
    .selectFrom('status')
    .selectAll()
    .where('id', '=', post.id)
    .executeTakeFirstOrThrow()
  const asRow = Object.fromEntries(
    Object.entries(template).map(([name, value]) => [
      name,
      value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  ) as Record<string, unknown>
  for (let from = 0; from < readers.length; from += 50) {
    const some = readers.slice(from, from + 50)
    await app.transact(async (tx) => {
      const marks = some.map((account_id) => ({
        ...{ id: tx.newId(), account_id, status_id: post.id, created_at: tx.now },
        uri: `https://x.example/${account_id}`,
      }))
      await tx.db.insertInto('favourite').values(marks).execute()
      const entries = some.map((account_id) => ({
        ...{ account_id, status_id: post.id, author_id: rook.id },
        ...{ reblog_of_id: null, reblog_of_author_id: null },
      }))
      await tx.db.insertInto('home_entry').values(entries).execute()
      const others = some.flatMap((account_id) =>
        [{ in_reply_to_id: post.id }, { reblog_of_id: post.id }].map((more) => {
          const id = tx.newId()
          const uri = `https://x.example/${id}`
          return { ...asRow, ...more, id, account_id, uri, url: uri }
        }),
      )
      await tx.db
        .insertInto('status')
        .values(others as never)
        .execute()
    })
  }
  const kept = open.move()
  return { server, rook, post, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

test('what hangs on a deleted status goes in transactions of at most 500 rows', async () => {
  await using world = await startWithFamousPost()
  const { server, rook, post } = world
  assert.equal((await rook.delete(`/api/v1/statuses/${post.id}`)).statusCode, 200)
  await server.settle()
  const seen = watch(server)

  server.clock.now += 2 * DAY
  await server.settle()

  const left = await server.app.db
    .selectFrom('status')
    .select('id')
    .where('id', '=', post.id)
    .execute()
  assert.deepEqual(left, [])
  assert.equal(await countHanging(server.app), 0)
  assert.ok(seen.most <= MOST, `${seen.most} rows in one transaction`)
})

test('the purge of an account with many posts changes at most 500 rows in a transaction', async () => {
  await using world = await startWithFamousPost()
  const { server, rook } = world
  for (let many = 0; many < 45; many++) await rook.publish(`post ${many}`)
  const seen = watch(server)

  await server.app.transact((tx) => deleteAccount(tx, rook.id))
  await server.settle()
  const living = await server.app.db
    .selectFrom('status')
    .select('id')
    .where('account_id', '=', rook.id)
    .where('deleted_at', 'is', null)
    .execute()
  server.clock.now += 2 * DAY
  await server.settle()

  assert.deepEqual(living, [])
  assert.ok(seen.most <= MOST, `${seen.most} rows in one transaction`)
})

test('S-580 a post goes at once, and its many reblogs few in a transaction', async () => {
  await using world = await startWithFamousPost()
  const { server, rook, post } = world
  const seen = watch(server, countDeleted)

  assert.equal((await rook.delete(`/api/v1/statuses/${post.id}`)).statusCode, 200)
  assert.equal((await rook.get(`/api/v1/statuses/${post.id}`)).statusCode, 404)
  await server.settle()

  assert.equal(await countDeleted(server.app), MANY + 1)
  assert.ok(seen.most <= AT_ONCE + 1, `${seen.most} posts in one transaction`)
})

test('the purge of an account with little takes few transactions, and tells how far it is', async () => {
  await using server = await startTestServer()
  const { app } = server
  const [rook, crow] = [await server.signUp('rook'), await server.signUp('crow')]
  const { id } = await crow.publish('caw @rook')
  for (const action of ['favourite', 'bookmark'])
    await rook.post(`/api/v1/statuses/${id}/${action}`)
  await rook.follow(crow)
  await crow.follow(rook)
  const list = (await rook.post('/api/v1/lists', { title: 'birds' })).json()
  await rook.post(`/api/v1/lists/${list.id}/accounts`, { account_ids: [crow.id] })
  await server.settle()
  await app.transact((tx) => deleteAccount(tx, rook.id))
  const seen = watch(server)

  await server.settle()

  assert.ok(seen.transactions <= 5, `${seen.transactions} transactions`)
  for (const table of ['follow', 'favourite', 'bookmark', 'list', 'list_member'] as const) {
    assert.deepEqual(await app.db.selectFrom(table).selectAll().execute(), [], table)
  }
  const done = app.metrics.counter('rookery_job_rows_total', '', { kind: 'account.purge' })
  assert.ok(done.value >= 5, `${done.value}`)
})

/** Tables of which a status has few rows, so that they go with it. */
const FEW = [
  ...[
    'trend_status',
    'report_status',
    'status_card',
    'held_item',
    'idempotency_key',
    'translation',
  ],
  ...['imported_status', 'poll', 'account_conversation', 'status_review', 'account_warning_status'],
  ...['media_evidence', 'quote', 'status_edit', 'status_collection', 'status_tag', 'status_stats'],
  ...['status_pin', 'async_refresh', 'pulled_status', 'status'],
]

/** Tables whose rows go with those of these tables. */
async function cascadingFrom({ db }: Pick<App, 'db'>, parents: readonly string[]) {
  const query = isPostgres(db)
    ? sql<{ child: string; parent: string }>`select child.relname as child, parent.relname as parent
        from pg_constraint f join pg_class child on child.oid = f.conrelid
        join pg_class parent on parent.oid = f.confrelid
        where f.contype = 'f' and f.confdeltype = 'c'
        and child.relnamespace = current_schema()::regnamespace`
    : sql<{ child: string; parent: string }>`select t.name as child, k."table" as parent
        from pragma_table_list t, pragma_foreign_key_list(t.name) k
        where t.type = 'table' and k.on_delete = 'CASCADE'`
  const { rows } = await query.execute(db)
  return new Set(rows.filter(({ parent }) => parents.includes(parent)).map(({ child }) => child))
}

test('every table that goes with a status is known to have few rows of it, or goes in slices', async () => {
  await using server = await startTestServer()
  const children = await cascadingFrom(server.app, ['status'])
  children.delete('status_search') // PostgreSQL's full-text index has one row of each

  assert.deepEqual([...children].sort(), [...FEW, ...Object.keys(HANGING)].sort())
})

test('every table that goes with what an account had goes in slices before, or has few rows', async () => {
  await using server = await startTestServer()
  const inSlices = [...FORGOTTEN, ...OF_FORGOTTEN].map(([table]): string => table)
  const children = await cascadingFrom(
    server.app,
    FORGOTTEN.map(([table]) => table),
  )

  const others = [...children].filter((table) => !inSlices.includes(table))

  // notifications about what is removed were the account's own, or are one for each row
  assert.deepEqual(others.sort(), ['appeal', 'notification', 'report_collection'])
})
