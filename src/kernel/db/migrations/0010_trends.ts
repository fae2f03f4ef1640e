import { type Kysely, sql } from 'kysely'
import { columnTypes, isPostgres, ownedBy } from '../column-types.ts'
import { declareSelective } from '../statistics.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Trends: uses of links, scores, and reviews by the staff. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createLinks(db, type)
  await createScores(db, type)
  await createReviews(db, type)
  // the timeline of a link reads its statuses by page
  await sql`create index status_card_url on status_card (url, status_id)`.execute(db)
  await declareSelective(db, 'status_card', 'status_card_url', 2)
  // counts a day's uses by tag without reading the rows
  await sql`drop index tag_use_day`.execute(db)
  await index(db, 'tag_use', ['day', 'tag_id', 'account_id'])
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

async function index(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}

async function createLinks(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('link_provider')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('host', type.text, (column) => column.notNull().unique())
    .addColumn('trendable', type.boolean)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('shared_link')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('url', type.text, (column) => column.notNull().unique())
    .addColumn('provider_id', type.id, ownedBy('link_provider'))
    .addColumn('trendable', type.boolean)
    .addColumn('last_used_day', type.integer, required)
    .addColumn('trended_at', type.timestamp)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'shared_link', ['provider_id'])
  await index(db, 'shared_link', ['last_used_day'])
  await db.schema
    .createTable('link_use')
    .addColumn('link_id', type.id, ownedBy('shared_link'))
    .addColumn('day', type.integer, required)
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('uses', type.integer, required)
    .addPrimaryKeyConstraint('link_use_pkey', ['link_id', 'day', 'account_id'])
    .$call((table) => (isPostgres(db) ? table : table.modifyEnd(sql`without rowid`)))
    .execute()
  await index(db, 'link_use', ['account_id'])
  await index(db, 'link_use', ['day', 'link_id', 'account_id'])
}

/** A job rewrites them every few minutes: a few hundred rows each. */
async function createScores(db: Migrating, type: Types): Promise<void> {
  const kinds = [
    ['trend_tag', 'tag'],
    ['trend_link', 'shared_link'],
  ] as const
  for (const [table, subject] of kinds) {
    await db.schema
      .createTable(table)
      .addColumn('id', type.id, (column) => ownedBy(subject)(column).primaryKey())
      .addColumn('score', type.integer, required)
      .addColumn('peak', type.integer, required)
      .addColumn('peak_at', type.timestamp, required)
      .execute()
  }
  await db.schema
    .createTable('trend_status')
    .addColumn('status_id', type.id, (column) => ownedBy('status')(column).primaryKey())
    .addColumn('score', type.integer, required)
    .execute()
}

async function createReviews(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('status_review')
    .addColumn('status_id', type.id, (column) => ownedBy('status')(column).primaryKey())
    .addColumn('trendable', type.boolean, required)
    .execute()
  await db.schema
    .createTable('author_review')
    .addColumn('account_id', type.id, (column) => ownedBy('account')(column).primaryKey())
    .addColumn('trendable', type.boolean, required)
    .execute()
}
