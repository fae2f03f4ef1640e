import { type Kysely, sql } from 'kysely'
import { ipDigits } from '../../base/ip-range.ts'
import { columnTypes, ownedBy, refersTo } from '../column-types.ts'
import { byCodePoints } from '../prefix.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Staff notes about accounts, and indexes for the staff's account lists. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createNotes(db, type)
  await addIpKeys(db, type)
  await indexAccounts(db)
  await indexWaiting(db)
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

async function createNotes(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('staff_note')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, refersTo('account'))
    .addColumn('target_id', type.id, ownedBy('account'))
    .addColumn('content', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await sql`create index staff_note_account_id on staff_note (account_id)`.execute(db)
  await sql`create index staff_note_target_id_id on staff_note (target_id, id)`.execute(db)
}

/** Adds sortable addresses, so that an index finds those of a network. */
async function addIpKeys(db: Migrating, type: Types): Promise<void> {
  for (const [table, source, column] of [
    ['session', 'ip', 'ip_digits'],
    ['local_user', 'sign_up_ip', 'sign_up_ip_digits'],
  ] as const) {
    await db.schema.alterTable(table).addColumn(column, type.text).execute()
    const ip = sql.ref(source)
    const { rows } = await sql<{ ip: string }>`
      select distinct ${ip} as ip from ${sql.table(table)} where ${ip} is not null`.execute(db)
    // by address, so that each of the many rows of one network is written once
    await sql`create index ${sql.ref(`${table}_by_ip`)} on ${sql.table(table)} (${ip})`.execute(db)
    for (const { ip: address } of rows) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${ipDigits(address)} where ${ip} = ${address}`.execute(
        db,
      )
    }
    await sql`drop index ${sql.ref(`${table}_by_ip`)}`.execute(db)
  }
  await sql`create index session_ip_digits on session (ip_digits, user_id)`.execute(db)
  await sql`create index local_user_sign_up_ip_digits on local_user (sign_up_ip_digits)`.execute(db)
}

/** Partial indexes for the staff's lists, newest first, of the few listed accounts. */
async function indexAccounts(db: Migrating): Promise<void> {
  await sql`create index local_user_pending on local_user (account_id) where approved = false`.execute(
    db,
  )
  await sql`create index local_user_disabled on local_user (account_id) where disabled = true`.execute(
    db,
  )
  for (const state of ['silenced', 'sensitized', 'suspended']) {
    const column = sql.ref(`${state}_at`)
    // with the other columns of the query, so that the wide rows are not read
    await sql`create index ${sql.ref(`account_${state}`)} on account (id, deleted_at, domain) where ${column} is not null`.execute(
      db,
    )
  }
  await sql`create index account_remote on account (id, deleted_at, suspended_at) where domain is not null`.execute(
    db,
  )
  const username = byCodePoints(db, sql.ref('username_lower'))
  await sql`create index account_username_prefix on account (${username}, id)`.execute(db)
  const name = byCodePoints(db, sql`substr(search_text, length(username_lower) + 2, 100)`)
  await sql`create index account_name_prefix on account (${name}, id)`.execute(db)
  const email = byCodePoints(db, sql.ref('email_lower'))
  await sql`create index local_user_email_prefix on local_user (${email}, account_id)`.execute(db)
}

/** Indexes for the counts of the overview. */
async function indexWaiting(db: Migrating): Promise<void> {
  await sql`create index overview_reports on report (id) where action_taken_at is null`.execute(db)
  await sql`create index overview_jobs on job (id) where parked_at is not null`.execute(db)
}
