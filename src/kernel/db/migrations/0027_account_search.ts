import { type Kysely, sql } from 'kysely'
import type { Db } from '../database.ts'
import { byCodePoints } from '../prefix.ts'
import { createAccountSearch, indexAllAccounts } from '../search/accounts.ts'

/**
 * Account search by indexes: by words of names, by prefixes of handles, and by most followers first if there are too
 * many matches.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAccountSearch(db)
  await indexAllAccounts(db as unknown as Db)
  await sql`create index account_stats_followers_count
    on account_stats (followers_count desc, account_id)`.execute(db)
  // with the domain, so that whole handles are compared in the index
  await db.schema.dropIndex('account_username_prefix').execute()
  const [username, domain] = ['username_lower', 'domain'].map((name) =>
    byCodePoints(db, sql.ref(name)),
  )
  await sql`create index account_username_prefix on account (${username}, ${domain}, id)`.execute(
    db,
  )
}
