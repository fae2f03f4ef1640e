import type { Kysely } from 'kysely'
import { columnTypes } from '../column-types.ts'

/** The reason for which a rule held an item back; unknown for items that wait already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .alterTable('held_item')
    .addColumn('explanation', type.json, (column) => column.notNull().defaultTo('[]'))
    .execute()
}
