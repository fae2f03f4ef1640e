import type { Kysely } from 'kysely'
import { columnTypes, ownedBy } from '../column-types.ts'

/** Days of user activity, and the staff's review requests and decisions about trends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('user_activity')
    .addColumn('user_id', type.id, ownedBy('local_user'))
    .addColumn('block', type.integer, (column) => column.notNull())
    .addColumn('days', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('user_activity_primary_key', ['user_id', 'block'])
    .execute()
  await db.schema
    .createIndex('user_activity_block')
    .on('user_activity')
    .columns(['block', 'days'])
    .execute()
  await db.schema
    .createIndex('local_user_created_at')
    .on('local_user')
    .columns(['created_at'])
    .execute()
  await db.schema
    .createTable('trend_request')
    .addColumn('kind', type.text, (column) => column.notNull())
    .addColumn('subject_id', type.id, (column) => column.notNull())
    .addColumn('asked_at', type.timestamp, (column) => column.notNull())
    .addPrimaryKeyConstraint('trend_request_primary_key', ['kind', 'subject_id'])
    .execute()
  await db.schema
    .createIndex('trend_request_asked_at')
    .on('trend_request')
    .columns(['asked_at'])
    .execute()
  await db.schema.alterTable('link_provider').addColumn('reviewed_at', type.timestamp).execute()
}
