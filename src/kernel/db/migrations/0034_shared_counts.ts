import { type Kysely, sql } from 'kysely'
import { columnTypes, isPostgres } from '../column-types.ts'

/**
 * Counters that several processes share without Redis. They may be lost, so PostgreSQL writes no log for them.
 * And an index of running jobs: no process takes a job while another one runs the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('shared_count')
    .addColumn('key', type.text, (column) => column.notNull())
    .addColumn('ends_at', type.timestamp, (column) => column.notNull())
    .addColumn('total', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('shared_count_pkey', ['key', 'ends_at'])
    .execute()
  await db.schema.createIndex('shared_count_ends_at').on('shared_count').column('ends_at').execute()
  if (!isPostgres(db)) return
  await sql`alter table shared_count set unlogged`.execute(db)
  await sql`create index job_running_key on job (kind, unique_key)
    where unique_key is not null and locked_until is not null and parked_at is null`.execute(db)
}
