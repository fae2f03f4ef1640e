import type { Kysely } from 'kysely'
import { columnTypes } from '../column-types.ts'

/** Activities that go to a server despite a block, and approvals of replies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .alterTable('outgoing_activity')
    .addColumn('despite_block', type.boolean, (column) => column.notNull().defaultTo(false))
    .execute()
  await db.schema.alterTable('status').addColumn('reply_approval_uri', type.text).execute()
}
