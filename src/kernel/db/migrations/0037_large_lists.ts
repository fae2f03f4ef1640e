import { type Kysely, sql } from 'kysely'
import { columnTypes, isPostgres } from '../column-types.ts'

/**
 * Lists and searches that still grew with the number of rows behind them: servers by their accounts, posts for
 * followers by their mentions, replies of one post in order, and old statuses that something local holds. And
 * indexes of columns that are mostly null leave the nulls out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await lockInOrder(db)
  await nameAuthorsOfMentions(db)
  await orderReplies(db)
  await findLocalRelations(db)
  await nameReportedOriginals(db)
  await leaveNullsOut(db)
  // last, as accounts may be stored meanwhile
  await countAccountsOfDomains(db)
}

/**
 * A server of the version before may still write. Its transactions hold statuses while they add mentions, so that
 * locking these first would end in a deadlock, with all of the work done for nothing.
 */
async function lockInOrder(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`lock table status, mention, report_status, notification in access exclusive mode`.execute(
    db,
  )
}

/** The hosts of the accounts of each domain; an id has the time of its row in all but its last 16 bits. */
async function countAccountsOfDomains(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('domain_host')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('domain', type.text, (column) => column.notNull())
    .addColumn('host', type.text, (column) => column.notNull())
    .addColumn('accounts_count', type.integer, (column) => column.notNull())
    .addColumn('first_seen_at', type.timestamp, (column) => column.notNull())
    .addColumn('last_fetched_at', type.timestamp, (column) => column.notNull())
    .execute()
  await sql`create unique index domain_host_once on domain_host (domain, host)`.execute(db)
  // the id of the first account, which is unique: an account has one host
  await sql`insert into domain_host
      (id, domain, host, accounts_count, first_seen_at, last_fetched_at)
    select min(account.id), account.domain, remote_actor.host,
      sum(case when account.deleted_at is null then 1 else 0 end),
      cast(min(account.id) as ${type.integer}) >> 16, max(remote_actor.fetched_at)
    from account join remote_actor on remote_actor.account_id = account.id
    where account.domain is not null
    group by account.domain, remote_actor.host`.execute(db)
  await db.schema.createIndex('domain_host_host').on('domain_host').column('host').execute()
}

async function nameAuthorsOfMentions(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('mention').addColumn('author_id', columnTypes(db).id).execute()
  await sql`update mention set author_id =
    (select account_id from status where status.id = mention.status_id)`.execute(db)
  await sql`create index mention_by_author on mention (account_id, author_id, status_id)`.execute(
    db,
  )
}

async function orderReplies(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('status_in_reply_to_id').execute()
  await sql`create index status_in_reply_to_id_id on status (in_reply_to_id, id)
    where ${sql.ref('in_reply_to_id')} is not null`.execute(db)
}

/** Local statuses of a conversation and local reblogs of a status, both of which may have very many remote ones. */
async function findLocalRelations(db: Kysely<unknown>): Promise<void> {
  await sql`create index status_local_conversation on status (conversation_id)
    where local and conversation_id is not null`.execute(db)
  await sql`create index status_local_reblog on status (reblog_of_id)
    where local and reblog_of_id is not null`.execute(db)
}

/** A reported reblog keeps its original, which may have many thousand others. */
async function nameReportedOriginals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('report_status')
    .addColumn('reblog_of_id', columnTypes(db).id)
    .execute()
  await sql`update report_status set reblog_of_id =
    (select reblog_of_id from status where status.id = report_status.status_id)`.execute(db)
  await sql`create index report_status_reblog_of_id on report_status (reblog_of_id)
    where reblog_of_id is not null`.execute(db)
}

async function leaveNullsOut(db: Kysely<unknown>): Promise<void> {
  for (const [column, unique] of [
    ['report_id', false],
    ['collection_id', false],
    ['reaction_id', true],
    ['account_severance_id', true],
    ['warning_id', true],
  ] as const) {
    const name = sql.ref(`notification_${column}`)
    await sql`drop index ${name}`.execute(db)
    await sql`create ${sql.raw(unique ? 'unique ' : '')}index ${name} on notification (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db)
  }
}
