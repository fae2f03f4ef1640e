import { type Kysely, sql } from 'kysely'
import { columnTypes, ownedBy, refersTo } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Notification policies and requests, severed relationships, warnings, and the newest notification of each group. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createPolicies(db, type)
  await createSeverances(db, type)
  await createWarnings(db, type)
  await extendNotifications(db, type)
  await indexNotifications(db)
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

async function index(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}

async function uniqueIndex(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).unique().execute()
}

async function createPolicies(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('notification_policy')
    .addColumn('account_id', type.id, (column) => ownedBy('account')(column).primaryKey())
    .addColumn('for_not_following', type.text, required)
    .addColumn('for_not_followers', type.text, required)
    .addColumn('for_new_accounts', type.text, required)
    .addColumn('for_private_mentions', type.text, required)
    .addColumn('for_limited_accounts', type.text, required)
    .addColumn('for_bots', type.text, required)
    .execute()
  await db.schema
    .createTable('notification_request')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('from_account_id', type.id, ownedBy('account'))
    .addColumn('last_status_id', type.id, refersTo('status'))
    .addColumn('created_at', type.timestamp, required)
    .addColumn('updated_at', type.timestamp, required)
    .execute()
  await uniqueIndex(db, 'notification_request', ['account_id', 'from_account_id'])
  await index(db, 'notification_request', ['account_id', 'id'])
  await index(db, 'notification_request', ['from_account_id'])
  await index(db, 'notification_request', ['last_status_id'])
  for (const table of ['notification_permission', 'notification_merge']) {
    await db.schema
      .createTable(table)
      .addColumn('account_id', type.id, ownedBy('account'))
      .addColumn('from_account_id', type.id, ownedBy('account'))
      .addColumn('created_at', type.timestamp, required)
      .addPrimaryKeyConstraint(`${table}_pkey`, ['account_id', 'from_account_id'])
      .execute()
    await index(db, table, ['from_account_id'])
  }
}

async function createSeverances(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('severance')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('type', type.text, required)
    .addColumn('target_name', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('account_severance')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('severance_id', type.id, ownedBy('severance'))
    .addColumn('followers_count', type.integer, required)
    .addColumn('following_count', type.integer, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await uniqueIndex(db, 'account_severance', ['account_id', 'severance_id'])
  await index(db, 'account_severance', ['severance_id', 'id'])
  await db.schema
    .createTable('severed_follow')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_severance_id', type.id, ownedBy('account_severance'))
    .addColumn('other_id', type.id, ownedBy('account'))
    .addColumn('direction', type.text, required)
    .addColumn('show_reblogs', type.boolean, required)
    .addColumn('notify', type.boolean, required)
    .addColumn('languages', type.json)
    .execute()
  await uniqueIndex(db, 'severed_follow', ['account_severance_id', 'direction', 'other_id'])
  await index(db, 'severed_follow', ['other_id'])
}

async function createWarnings(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('account_warning')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, refersTo('account'))
    .addColumn('target_account_id', type.id, ownedBy('account'))
    .addColumn('report_id', type.id, refersTo('report'))
    .addColumn('action', type.text, required)
    .addColumn('text', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'account_warning', ['account_id'])
  await index(db, 'account_warning', ['target_account_id', 'id'])
  await index(db, 'account_warning', ['report_id'])
  await db.schema
    .createTable('account_warning_status')
    .addColumn('warning_id', type.id, ownedBy('account_warning'))
    .addColumn('status_id', type.id, ownedBy('status'))
    .addPrimaryKeyConstraint('account_warning_status_pkey', ['warning_id', 'status_id'])
    .execute()
  await index(db, 'account_warning_status', ['status_id'])
}

/** Adds references from notifications to objects other than statuses; a notification is deleted with its object. */
async function extendNotifications(db: Migrating, type: Types): Promise<void> {
  for (const [column, table] of [
    ['reaction_id', 'reaction'],
    ['account_severance_id', 'account_severance'],
    ['warning_id', 'account_warning'],
  ] as const) {
    await db.schema
      .alterTable('notification')
      .addColumn(column, type.id, (it) => it.references(`${table}.id`).onDelete('cascade'))
      .execute()
    await uniqueIndex(db, 'notification', [column])
  }
  await db.schema
    .alterTable('notification')
    .addColumn('newest', type.boolean, (column) => column.notNull().defaultTo(true))
    .execute()
  // one account may react to one status with several emoji
  await sql`drop index notification_once`.execute(db)
  await sql`create unique index notification_once on notification
    (account_id, from_account_id, type, status_id)
    where status_id is not null and reaction_id is null`.execute(db)
}

async function indexNotifications(db: Migrating): Promise<void> {
  await index(db, 'notification', ['account_id', 'group_key', 'id'])
  await sql`update notification set newest = false where group_key not like 'ungrouped-%'
    and exists (select 1 from notification as later where later.account_id = notification.account_id
      and later.group_key = notification.group_key and later.id > notification.id)`.execute(db)
  await sql`create index notification_heads on notification (account_id, newest, id)
    where not filtered`.execute(db)
  await sql`create index notification_unfiltered on notification (account_id, id)
    where not filtered`.execute(db)
  await sql`create index notification_filtered on notification (account_id, from_account_id, id)
    where filtered`.execute(db)
}
