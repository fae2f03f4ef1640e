import type { Kysely } from 'kysely'
import { columnTypes, ownedBy } from '../column-types.ts'

/** Settings of the web client; only the client knows their content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('web_setting')
    .addColumn('account_id', type.id, (column) => ownedBy('account')(column).primaryKey())
    .addColumn('data', type.json, (column) => column.notNull())
    .execute()
}
