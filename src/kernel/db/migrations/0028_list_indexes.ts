import { type Kysely, sql } from 'kysely'
import { columnTypes, isPostgres } from '../column-types.ts'

const ORIGIN_AND_MEDIA = `case when local then 1 else 3 end
  + case when cast(media_ids as text) <> '[]' then 1 else 0 end`
const LISTED_AS = sql.raw(`(case when visibility = 'public' and reblog_of_id is null
  and (in_reply_to_account_id is null or in_reply_to_account_id = account_id)
  then ${ORIGIN_AND_MEDIA} end)`)
const LISTED_UNDER_TAGS_AS = sql.raw(`(case when visibility = 'public'
  and reblog_of_id is null then ${ORIGIN_AND_MEDIA} else 0 end)`)
const SHELF = sql.raw(`(case when reblog_of_id is not null then 0
    else case when in_reply_to_account_id <> account_id then 1 else 3 end
      + case when cast(media_ids as text) <> '[]' then 1 else 0 end end
  + case visibility when 'private' then 10 when 'direct' then 20 else 0 end)`)

/**
 * Each filter of a list is a range of an index: public and hashtag timelines by origin and media, an account's
 * statuses by kind, visibility and hashtag, notifications by type. Before, a filter with few matches scanned all
 * statuses of the server, the hashtag or the account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await classifyStatuses(db)
  await indexStatuses(db)
  await describeTagged(db)
  await indexNotifications(db)
}

/** PostgreSQL rewrites the table once, as for generated columns; an update would also rewrite each index. */
async function classifyStatuses(db: Kysely<unknown>): Promise<void> {
  const { integer } = columnTypes(db)
  if (isPostgres(db)) {
    await sql`alter table status
      add column listed_as ${integer} generated always as ${LISTED_AS} stored,
      add column shelf ${integer} not null generated always as ${SHELF} stored`.execute(db)
    await sql`alter table status alter column listed_as drop expression,
      alter column shelf drop expression, alter column shelf set default 3`.execute(db)
    return
  }
  await sql`alter table status add column listed_as ${integer}`.execute(db)
  await sql`alter table status add column shelf ${integer} not null default 3`.execute(db)
  await sql`update status set listed_as = ${LISTED_AS}, shelf = ${SHELF}`.execute(db)
}

async function indexStatuses(db: Kysely<unknown>): Promise<void> {
  // with the other columns of the queries, so that the indexes are covering
  await sql`create index status_listed on status (listed_as, id, deleted_at)
    where listed_as is not null and deleted_at is null`.execute(db)
  await sql`create index status_shelf on status (account_id, shelf, id, deleted_at)
    where deleted_at is null`.execute(db)
  // the first of these indexes replaces them
  await db.schema.dropIndex('status_public').execute()
  await db.schema.dropIndex('status_public_local').execute()
}

async function describeTagged(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema.alterTable('status_tag').addColumn('account_id', type.id).execute()
  await db.schema.alterTable('status_tag').addColumn('listed_as', type.integer).execute()
  await sql`update status_tag set
    account_id = (select account_id from status where status.id = status_tag.status_id),
    listed_as = (select ${LISTED_UNDER_TAGS_AS}
      from status where status.id = status_tag.status_id)`.execute(db)
  await sql`create index status_tag_listed on status_tag (tag_id, listed_as, status_id)`.execute(db)
  await sql`create index status_tag_account on status_tag (account_id, tag_id, status_id)`.execute(
    db,
  )
}

async function indexNotifications(db: Kysely<unknown>): Promise<void> {
  await sql`create index notification_type on notification (account_id, type, filtered, newest, id)`.execute(
    db,
  )
  // with the id, so that the notifications of one sender come in order
  await db.schema.dropIndex('notification_from_account_id_account_id').execute()
  await sql`create index notification_sender on notification (from_account_id, account_id, id)`.execute(
    db,
  )
}
