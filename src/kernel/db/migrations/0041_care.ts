import { type Kysely, sql } from 'kysely'
import { columnTypes } from '../column-types.ts'

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

/** Hourly figures of the server; the last backup is kept with how it ended, no longer as a step of setting up alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('health_sample')
    .addColumn('at', type.timestamp, (column) => column.primaryKey().notNull())
    .addColumn('database_bytes', type.integer, required)
    .addColumn('media_bytes', type.integer)
    .addColumn('free_bytes', type.integer)
    .addColumn('jobs_waiting', type.integer, required)
    .addColumn('jobs_parked', type.integer, required)
    .addColumn('deliveries_waiting', type.integer, required)
    .addColumn('hosts_silent', type.integer, required)
    .addColumn('started_at', type.timestamp, required)
    .addColumn('requests', type.integer, required)
    .addColumn('errors', type.integer, required)
    .addColumn('stalls', type.integer, required)
    .execute()
  await sql`update setting set name = 'backup.made' where name = 'setup.backup'`.execute(db)
}
