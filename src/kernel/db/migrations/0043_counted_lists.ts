import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../column-types.ts'

/**
 * Two lists that still grew with the rows behind them: uses of hashtags on a profile are counted in an index alone,
 * where deleted statuses do not count and unlisted ones do, and the beginning of a conversation is found among those
 * of its local statuses that answer nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // a server of the version before may still write, statuses first
  if (isPostgres(db)) await sql`lock table status, status_tag in access exclusive mode`.execute(db)
  await sql`update status_tag set listed_as = 0 where listed_as <> 0
    and status_id in (select id from status where deleted_at is not null)`.execute(db)
  await sql`update status_tag set listed_as = 5 where listed_as = 0
    and exists (select 1 from status where status.id = status_tag.status_id
      and status.deleted_at is null and status.visibility = 'unlisted')`.execute(db)
  await sql`drop index status_tag_account`.execute(db)
  await sql`create index status_tag_account on status_tag
    (account_id, tag_id, status_id, listed_as)`.execute(db)
  await sql`drop index status_local_conversation`.execute(db)
  await sql`create index status_local_conversation on status (conversation_id, in_reply_to_id)
    where local and conversation_id is not null`.execute(db)
}
