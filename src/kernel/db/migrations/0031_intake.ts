import { type Kysely, sql } from 'kysely'
import { columnTypes } from '../column-types.ts'

/**
 * Deliveries count how often they were begun without an outcome, so that no crash sends one a third time.
 * Jobs of received activities store their sender and size, so that waiting ones are limited by these.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .alterTable('delivery')
    .addColumn('begun', type.integer, (column) => column.notNull().defaultTo(0))
    .execute()
  for (const name of ['from_domain', 'from_actor'] as const) {
    await db.schema.alterTable('job').addColumn(name, type.text).execute()
  }
  await db.schema.alterTable('job').addColumn('bytes', type.integer).execute()
  await sql`create index job_received on job (from_domain, from_actor, bytes)
    where from_domain is not null`.execute(db)
}
