import { type Kysely, sql } from 'kysely'

/** Finds the reblogs of a status in a home timeline; most entries are no reblogs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index home_entry_reblog_of_id on home_entry (account_id, reblog_of_id, status_id)
    where reblog_of_id is not null`.execute(db)
}
