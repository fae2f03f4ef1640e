import type { Kysely } from 'kysely'
import { columnTypes, ownedBy, refersTo } from '../column-types.ts'

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

/** Appeals, erasure after a suspension, and presets of warning texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema.alterTable('account_warning').addColumn('overruled_at', type.timestamp).execute()
  await db.schema
    .createTable('appeal')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('warning_id', type.id, (column) => ownedBy('account_warning')(column).unique())
    .addColumn('text', type.text, required)
    .addColumn('state', type.text, required)
    .addColumn('decided_by_id', type.id, refersTo('account'))
    .addColumn('decided_at', type.timestamp)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('warning_preset')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('title', type.text, required)
    .addColumn('text', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('account_deletion_request')
    .addColumn('account_id', type.id, (column) => ownedBy('account')(column).primaryKey())
    .addColumn('due_at', type.timestamp, required)
    .execute()
  for (const [table, ...columns] of [
    ['appeal', 'state', 'id'],
    ['appeal', 'decided_by_id'],
    ['account_deletion_request', 'due_at'],
  ] as const) {
    await db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns([...columns])
      .execute()
  }
}
