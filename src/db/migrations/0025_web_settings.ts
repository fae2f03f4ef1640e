import type { Kysely } from 'kysely'
import { columnTypes, ownedBy } from '../column-types.ts'

/** How people set up the web client: what is in it, only the client knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('web_setting')
    .addColumn('account_id', type.id, (column) => ownedBy('account')(column).primaryKey())
    .addColumn('data', type.json, (column) => column.notNull())
    .execute()
}
