import { type Kysely, sql } from 'kysely'
import { columnTypes, isPostgres } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Id = string

/** Bits of the counter that are dropped: 2^16 ids a millisecond become 2^10. */
const SHIFT = 6
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER)
/** rows read at once */
const BATCH = 500

/**
 * Notifications get ids below 2^53 and push subscriptions a small number, because clients read them as
 * JSON numbers (S-010, S-549, S-550). The order of notifications stays, and references to them are updated.
 */
export async function up(db: Migrating): Promise<void> {
  await renumber(db)
  await moveMarkers(db)
  await rewriteJobs(db)
  await sql`drop table short_id`.execute(db)
  await numberSubscriptions(db)
}

/** Rows that map to the same id take the next ids. The old ids are stored until the migration is done. */
async function renumber(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('short_id')
    .addColumn('old_id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('new_id', type.id, (column) => column.notNull())
    .addColumn('account_id', type.id, (column) => column.notNull())
    .execute()
  const long = isPostgres(db) ? sql`${sql.lit(LARGEST)}::bigint` : sql.lit(padded(LARGEST))
  const number = isPostgres(db) ? sql`id` : sql`cast(id as integer)`
  const fresh = sql`place + max((number >> ${sql.lit(SHIFT)}) - place) over (order by number)`
  await sql`
    insert into short_id (old_id, new_id, account_id)
    select id, ${isPostgres(db) ? fresh : sql`printf('%018d', ${fresh})`}, account_id
    from (
      select id, account_id, ${number} as number, row_number() over (order by id) as place
      from notification where id > ${long}
    ) as numbered`.execute(db)
  await db.schema
    .createIndex('short_id_account_id')
    .on('short_id')
    .columns(['account_id', 'old_id'])
    .execute()
  const digits = isPostgres(db) ? sql`short_id.new_id` : sql`cast(short_id.new_id as integer)`
  await sql`
    update notification set id = short_id.new_id, group_key = case
      when group_key like 'ungrouped-%' then 'ungrouped-' || ${digits} else group_key end
    from short_id where short_id.old_id = notification.id`.execute(db)
}

/** A marker stays after all notifications that it was after, and before all that it was before. */
async function moveMarkers(db: Migrating): Promise<void> {
  for (let after = '0'; ; ) {
    const { rows } = await sql<{ user_id: Id; account_id: Id; last_read_id: Id | number }>`
      select marker.user_id, local_user.account_id, marker.last_read_id from marker
      join local_user on local_user.id = marker.user_id
      where marker.timeline = 'notifications' and marker.user_id > ${after}
      order by marker.user_id limit ${sql.lit(BATCH)}`.execute(db)
    for (const { user_id, account_id, last_read_id } of rows) {
      if (BigInt(last_read_id) <= LARGEST) continue
      const moved = await shortened(db, account_id, BigInt(last_read_id))
      await sql`update marker set last_read_id = ${moved}
        where user_id = ${user_id} and timeline = 'notifications'`.execute(db)
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)!.user_id
  }
}

/** For a position among an account's notifications, even without a notification of that id. */
async function shortened(db: Migrating, accountId: Id, old: bigint): Promise<string> {
  const at = old > 9_223_372_036_854_775_807n ? 9_223_372_036_854_775_807n : old
  const { rows } = await sql<{ low: Id | null; high: Id | null }>`select
    (select new_id from short_id where account_id = ${accountId} and old_id <= ${padded(at)}
      order by old_id desc limit 1) as low,
    (select new_id from short_id where account_id = ${accountId} and old_id > ${padded(at)}
      order by old_id limit 1) as high`.execute(db)
  const { low, high } = rows[0]!
  let moved = old >> BigInt(SHIFT)
  if (high !== null && moved >= BigInt(high)) moved = BigInt(high) - 1n
  if (low !== null && moved < BigInt(low)) moved = BigInt(low)
  return padded(moved)
}

const REWRITTEN = ['push.send', 'push.retry', 'notifications.remove']

interface JobRow {
  id: Id
  kind: string
  payload: Record<string, unknown>
}

async function rewriteJobs(db: Migrating): Promise<void> {
  for (let after = '0'; ; ) {
    const { rows } = await sql<JobRow>`
      select id, kind, payload from job where kind in (${sql.join(REWRITTEN)}) and id > ${after}
      order by id limit ${sql.lit(BATCH)}`.execute(db)
    for (const row of rows) await rewriteJob(db, row)
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

async function rewriteJob(db: Migrating, { id, kind, payload }: JobRow): Promise<void> {
  const { notificationId, subscriptionId, accountId, upTo } = payload
  if (typeof upTo === 'string') {
    const changed = { ...payload, upTo: await shortened(db, String(accountId), BigInt(upTo)) }
    await setPayload(db, id, changed, null)
  } else if (kind !== 'notifications.remove' && typeof notificationId === 'string') {
    const { rows } = await sql<{ new_id: Id }>`
      select new_id from short_id where old_id = ${notificationId}`.execute(db)
    const known = rows[0]?.new_id
    if (known === undefined) return
    const uniqueKey = `${subscriptionId} ${known}`
    await setPayload(db, id, { ...payload, notificationId: known }, uniqueKey)
  }
}

async function setPayload(db: Migrating, id: Id, payload: object, uniqueKey: string | null) {
  await sql`update job set payload = ${JSON.stringify(payload)},
    unique_key = case when unique_key is null then null else coalesce(${uniqueKey}, unique_key) end
    where id = ${id}`.execute(db)
}

async function numberSubscriptions(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('series')
    .addColumn('name', type.text, (column) => column.primaryKey().notNull())
    .addColumn('last', type.integer, (column) => column.notNull())
    .execute()
  await db.schema
    .alterTable('push_subscription')
    .addColumn('number', type.integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update push_subscription set number = numbered.place
    from (select id, row_number() over (order by id) as place from push_subscription) as numbered
    where numbered.id = push_subscription.id`.execute(db)
  await sql`insert into series (name, last)
    select 'push_subscription', max(number) from push_subscription having count(*) > 0`.execute(db)
  await db.schema
    .createIndex('push_subscription_number')
    .on('push_subscription')
    .column('number')
    .unique()
    .execute()
}

function padded(number: bigint): string {
  return number.toString().padStart(18, '0')
}
