import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { backup } from '../../src/kernel/db/archive/backup.ts'
import { verifyArchive } from '../../src/kernel/db/archive/read.ts'
import { restore } from '../../src/kernel/db/archive/restore.ts'
import type { Db } from '../../src/kernel/db/database.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { up } from '../../src/kernel/db/migrations/0029_short_ids.ts'
import { migrations } from '../../src/kernel/db/migrations/all.ts'
import { openSqlite } from '../../src/kernel/db/sqlite/open.ts'
import { insertUser } from '../support/bare-user.ts'
import { openTestDatabase } from '../support/database.ts'

const ANNA = '117000000000000001'
const BEN = '117000000000000002'
const CARLA = '117000000000000003'
/** Milliseconds, process and counter of a long id. */
const longId = (ms: number, process: number, counter: number) =>
  String((BigInt(ms) << 16n) | BigInt((process << 11) | counter))
const MS = 1_790_000_000_000
const GROUP = `favourite-${ANNA}-497222`

/** In order; the first four fall on one short id, and the fifth on the next one. */
const OLD = [
  longId(MS, 3, 0),
  longId(MS, 3, 1),
  longId(MS, 3, 2),
  longId(MS, 3, 63),
  longId(MS, 3, 64),
  longId(MS + 1, 0, 0),
  longId(MS + 90_000, 31, 2047),
]
const FIRST = MS * 1024 + 3 * 32
const NEW = [
  ...[FIRST, FIRST + 1, FIRST + 2, FIRST + 3, FIRST + 4],
  (MS + 1) * 1024,
  (MS + 90_000) * 1024 + 31 * 32 + 31,
].map((id) => String(id).padStart(18, '0'))

async function insertOldRows(db: Db): Promise<void> {
  for (const [id, name] of [
    [ANNA, 'anna'],
    [BEN, 'ben'],
    [CARLA, 'carla'],
  ] as const) {
    await insertUser(db, id, name)
  }
  await db
    .insertInto('notification')
    .values(
      OLD.map((id, at) => ({
        ...{ id, account_id: at === 5 ? BEN : ANNA, from_account_id: CARLA, type: 'follow' },
        ...{ status_id: null, group_key: at < 2 ? GROUP : `ungrouped-${id}`, filtered: false },
        ...{ newest: at !== 0, created_at: MS },
      })) as never,
    )
    .execute()
  await sql`insert into marker (user_id, timeline, last_read_id, version, updated_at) values
    (${ANNA}, 'notifications', ${OLD[2]}, 4, 0), (${ANNA}, 'home', ${OLD[2]}, 4, 0),
    (${BEN}, 'notifications', ${longId(MS, 3, 5)}, 0, 0),
    (${CARLA}, 'notifications', ${longId(MS + 5, 1, 70)}, 0, 0)`.execute(db)
  await insertJobs(db)
  await sql`insert into push_subscription (id, account_id, session_id, endpoint, p256dh, auth,
    standard, alerts, policy, created_at) values
    (${CARLA}, ${ANNA}, null, 'a', 'b', 'c', true, '{}', 'all', 0),
    (${ANNA}, ${ANNA}, null, 'a', 'b', 'c', true, '{}', 'all', 0)`.execute(db)
}

async function insertJobs(db: Db): Promise<void> {
  const push = { notificationId: OLD[4], subscriptionId: CARLA, tries: 1 }
  const removal = { accountId: ANNA, fromId: CARLA, upTo: OLD[3], filtered: true }
  for (const [at, kind, payload, key] of [
    [1, 'push.retry', push, `${CARLA} ${OLD[4]}`],
    [2, 'notifications.remove', removal, null],
    [3, 'notifications.remove', { statusId: CARLA }, null],
  ] as const) {
    await sql`insert into job (id, kind, unique_key, payload, run_at, attempts, created_at)
      values (${`11700000000000000${at}`}, ${kind}, ${key}, ${JSON.stringify(payload)}, 0, 0, 0)`.execute(
      db,
    )
  }
}

/** The tables as they were before the migration; there is nothing in them. */
async function withoutShortIds(db: Db): Promise<void> {
  await sql`drop table series`.execute(db)
  await sql`drop index push_subscription_number`.execute(db)
  await sql`alter table push_subscription drop column number`.execute(db)
}

async function checkNewRows(db: Db): Promise<void> {
  const notifications = await db
    .selectFrom('notification')
    .select(['id', 'group_key', 'account_id', 'newest'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    notifications.map((row) => row.id),
    NEW,
  )
  assert.deepEqual(
    notifications.map((row) => row.group_key),
    NEW.map((id, at) => (at < 2 ? GROUP : `ungrouped-${Number(id)}`)),
  )
  assert.deepEqual([notifications[0]!.newest, notifications[1]!.newest], [false, true])
  assert.equal(notifications[5]!.account_id, BEN)
  const markers = await db
    .selectFrom('marker')
    .select(['last_read_id'])
    .orderBy('user_id')
    .orderBy('timeline')
    .execute()
  const carla = String((MS + 5) * 1024 + 33).padStart(18, '0')
  const ben = String(FIRST).padStart(18, '0')
  assert.deepEqual(
    markers.map((row) => row.last_read_id),
    [OLD[2], NEW[2], ben, carla],
  )
  const jobs = await db.selectFrom('job').selectAll().orderBy('id').execute()
  assert.partialDeepStrictEqual(jobs, [
    {
      unique_key: `${CARLA} ${NEW[4]}`,
      payload: { notificationId: NEW[4], subscriptionId: CARLA, tries: 1 },
    },
    { payload: { accountId: ANNA, fromId: CARLA, upTo: NEW[3], filtered: true } },
    { payload: { statusId: CARLA } },
  ])
  const subscriptions = await db
    .selectFrom('push_subscription')
    .select('number')
    .orderBy('id')
    .execute()
  assert.deepEqual(subscriptions, [{ number: 1 }, { number: 2 }])
  assert.deepEqual(await db.selectFrom('series').selectAll().execute(), [
    { name: 'push_subscription', last: 2 },
  ])
}

test('S-010 old notifications keep order, groups, markers and jobs under their short ids', async () => {
  await using database = await openTestDatabase()

  await database.transaction(async (db) => {
    await withoutShortIds(db)
    await insertOldRows(db)
    await up(db as unknown as Kysely<unknown>)
  })

  await checkNewRows(database.db)
})

test('S-010 an archive from before the short ids is restored with them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-short-ids-'))
  try {
    await using source = await openSqlite(join(folder, 'a'))
    await using target = await openSqlite(join(folder, 'b'))
    await migrate(source, { migrations: migrations.filter(({ name }) => name < '0029') })
    await source.transaction(insertOldRows)
    const file = join(folder, 'archive')

    await backup(source, file)
    await restore(target, { file, header: await verifyArchive(file) })

    await checkNewRows(target.db)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
