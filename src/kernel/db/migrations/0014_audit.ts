import type { Kysely } from 'kysely'
import { columnTypes } from '../column-types.ts'

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

/** The audit log of the staff and the operator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('audit_entry')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    // an entry outlives the account
    .addColumn('account_id', type.id)
    .addColumn('action', type.text, required)
    .addColumn('target_type', type.text, required)
    .addColumn('target_id', type.text)
    .addColumn('label', type.text, required)
    .addColumn('details', type.json, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  for (const columns of [
    ['account_id', 'id'],
    ['action', 'id'],
    ['target_type', 'target_id', 'id'],
  ]) {
    await db.schema
      .createIndex(`audit_entry_${columns.join('_')}`)
      .on('audit_entry')
      .columns(columns)
      .execute()
  }
}
