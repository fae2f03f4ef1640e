import { type Kysely, sql } from 'kysely'
import { columnTypes, isPostgres, ownedBy } from '../column-types.ts'

/**
 * Statuses of accounts with many followers, which home timelines pull instead of getting a row each when
 * the status is posted; and the number of followers on this server, which decides between the two.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('pulled_status')
    .addColumn('position', type.integer, (column) => column.primaryKey().notNull())
    .addColumn('status_id', type.id, ownedBy('status'))
    .addColumn('author_id', type.id, (column) => column.notNull())
    .addColumn('visibility', type.text, (column) => column.notNull())
    .addColumn('language', type.text)
    .addColumn('in_reply_to_account_id', type.id)
    .addColumn('reblog_of_id', type.id)
    .addColumn('reblog_of_author_id', type.id)
    .addColumn('involved', type.json, (column) => column.notNull())
    .addColumn('created_at', type.timestamp, (column) => column.notNull())
    .addUniqueConstraint('pulled_status_once', ['status_id'])
    .execute()
  await sql`create index pulled_status_reblog_of_id on pulled_status (reblog_of_id)
    where reblog_of_id is not null`.execute(db)
  await createPositions(db)
  await countLocalFollowers(db)
}

async function createPositions(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('pulled_author')
    .addColumn('account_id', type.id, (column) => ownedBy('account')(column).primaryKey())
    .addColumn('last_position', type.integer, (column) => column.notNull())
    .execute()
  await sql`create index pulled_author_last_position on pulled_author (last_position, account_id)`.execute(
    db,
  )
  await db.schema
    .createTable('home_pull')
    .addColumn('account_id', type.id, (column) => ownedBy('account')(column).primaryKey())
    .addColumn('position', type.integer, (column) => column.notNull())
    .$call((table) => (isPostgres(db) ? table : table.modifyEnd(sql`without rowid`)))
    .execute()
}

async function countLocalFollowers(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .alterTable('account_stats')
    .addColumn('local_followers_count', type.integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update account_stats set local_followers_count = (
      select count(*) from follow join local_user on local_user.account_id = follow.account_id
      where follow.target_id = account_stats.account_id)
    where account_id in (select target_id from follow)`.execute(db)
}
