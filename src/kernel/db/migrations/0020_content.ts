import type { Kysely } from 'kysely'
import { columnTypes } from '../column-types.ts'

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

/** Terms of service by the day from which they apply, and an index for the staff's list of emoji. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('terms_version')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('effective_day', type.integer, (column) => column.notNull().unique())
    .addColumn('content', type.text, required)
    .addColumn('notified_at', type.timestamp)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  // by server, newest first; it also answers the queries of the former index
  await db.schema
    .createIndex('custom_emoji_domain_id')
    .on('custom_emoji')
    .columns(['domain', 'id'])
    .execute()
  await db.schema.dropIndex('custom_emoji_domain').execute()
}
