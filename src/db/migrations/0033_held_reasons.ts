import type { Kysely } from 'kysely'
import { columnTypes } from '../column-types.ts'

/** What a rule found in something that it held back; of what waits already nobody knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .alterTable('held_item')
    .addColumn('explanation', type.json, (column) => column.notNull().defaultTo('[]'))
    .execute()
}
