import type { Kysely } from 'kysely'
import { columnTypes, ownedBy } from '../column-types.ts'

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

/** Keyword filters, and a version of each user's filters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .alterTable('local_user')
    .addColumn('filters_version', type.integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('filter')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('title', type.text, required)
    .addColumn('context', type.json, required)
    .addColumn('action', type.text, required)
    .addColumn('expires_at', type.timestamp)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createIndex('filter_account_id')
    .on('filter')
    .columns(['account_id', 'id'])
    .execute()
  await db.schema
    .createTable('filter_keyword')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('filter_id', type.id, ownedBy('filter'))
    .addColumn('keyword', type.text, required)
    .addColumn('whole_word', type.boolean, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createIndex('filter_keyword_filter_id')
    .on('filter_keyword')
    .columns(['filter_id', 'id'])
    .execute()
  await db.schema
    .createTable('filter_status')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('filter_id', type.id, ownedBy('filter'))
    .addColumn('status_id', type.id, ownedBy('status'))
    .addColumn('created_at', type.timestamp, required)
    .addUniqueConstraint('filter_status_once', ['filter_id', 'status_id'])
    .execute()
  await db.schema
    .createIndex('filter_status_status_id')
    .on('filter_status')
    .column('status_id')
    .execute()
}
