import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import { columnTypes, ownedBy } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Push subscriptions, and invites. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createPushSubscriptions(db, type)
  await createInvites(db, type)
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

/** An optional reference to a row of `table`; this row is deleted with it. */
function goesWith(table: string) {
  return (column: ColumnDefinitionBuilder) =>
    column.unique().references(`${table}.id`).onDelete('cascade')
}

async function createPushSubscriptions(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('push_subscription')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('access_token_id', type.id, goesWith('access_token'))
    .addColumn('session_id', type.id, goesWith('session'))
    .addColumn('endpoint', type.text, required)
    .addColumn('p256dh', type.text, required)
    .addColumn('auth', type.text, required)
    .addColumn('standard', type.boolean, required)
    .addColumn('alerts', type.json, required)
    .addColumn('policy', type.text, required)
    .addColumn('failing_since', type.timestamp)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createIndex('push_subscription_account_id')
    .on('push_subscription')
    .columns(['account_id', 'id'])
    .execute()
}

async function createInvites(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('invite')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('user_id', type.id, ownedBy('local_user'))
    .addColumn('code', type.text, (column) => column.notNull().unique())
    .addColumn('max_uses', type.integer)
    .addColumn('uses', type.integer, (column) => column.notNull().defaultTo(0))
    .addColumn('expires_at', type.timestamp)
    .addColumn('autofollow', type.boolean, required)
    .addColumn('comment', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema.createIndex('invite_user_id_id').on('invite').columns(['user_id', 'id']).execute()
  await db.schema
    .createTable('invite_use')
    .addColumn('user_id', type.id, (column) =>
      column.primaryKey().notNull().references('local_user.id').onDelete('cascade'),
    )
    .addColumn('invite_id', type.id, ownedBy('invite'))
    .execute()
  await db.schema.createIndex('invite_use_invite_id').on('invite_use').column('invite_id').execute()
}
