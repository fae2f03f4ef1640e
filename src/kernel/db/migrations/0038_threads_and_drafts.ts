import { type Kysely, sql } from 'kysely'
import { columnTypes } from '../column-types.ts'

/** Threads that are scheduled as a whole, and drafts that are known by an id of their client. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .alterTable('scheduled_status')
    .addColumn('thread_id', type.id, (column) =>
      column.references('scheduled_status.id').onDelete('cascade'),
    )
    .execute()
  await db.schema
    .alterTable('scheduled_status')
    .addColumn('position', type.integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create index scheduled_status_thread_id on scheduled_status (thread_id, position)
    where ${sql.ref('thread_id')} is not null`.execute(db)
  await db.schema.alterTable('draft').addColumn('client_id', type.text).execute()
  await sql`create unique index draft_client_id on draft (account_id, client_id)
    where ${sql.ref('client_id')} is not null`.execute(db)
}
