import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { columnTypes, isPostgres, ownedBy } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Lists with their timelines, and followed hashtags. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createLists(db, type)
  await createEntries(db, type)
  await createTagFollows(db, type)
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

async function index(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}

async function createLists(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('list')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('title', type.text, required)
    .addColumn('replies_policy', type.text, required)
    .addColumn('exclusive', type.boolean, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'list', ['account_id', 'id'])
  await db.schema
    .createTable('list_member')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('list_id', type.id, ownedBy('list'))
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('owner_id', type.id, ownedBy('account'))
    .addColumn('created_at', type.timestamp, required)
    .addUniqueConstraint('list_member_once', ['list_id', 'account_id'])
    .execute()
  await index(db, 'list_member', ['list_id', 'id'])
  // the lists that an author's statuses go into, with their owners, in serving order
  await index(db, 'list_member', ['account_id', 'owner_id', 'list_id'])
  await index(db, 'list_member', ['owner_id'])
}

async function createEntries(db: Migrating, type: Types): Promise<void> {
  const narrow = <Name extends string, Columns extends string>(
    table: CreateTableBuilder<Name, Columns>,
  ) => (isPostgres(db) ? table : table.modifyEnd(sql`without rowid`))
  await db.schema
    .createTable('list_entry')
    .addColumn('list_id', type.id, ownedBy('list'))
    .addColumn('status_id', type.id, ownedBy('status'))
    .addColumn('author_id', type.id, required)
    .addColumn('reblog_of_id', type.id)
    .addColumn('reblog_of_author_id', type.id)
    .addPrimaryKeyConstraint('list_entry_pkey', ['list_id', 'status_id'])
    .$call(narrow)
    .execute()
  await index(db, 'list_entry', ['status_id'])
  await sql`create index list_entry_reblog_of_id on list_entry (list_id, reblog_of_id, status_id)
    where reblog_of_id is not null`.execute(db)
}

async function createTagFollows(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('tag_follow')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('tag_id', type.id, ownedBy('tag'))
    .addColumn('created_at', type.timestamp, required)
    .addUniqueConstraint('tag_follow_once', ['account_id', 'tag_id'])
    .execute()
  await index(db, 'tag_follow', ['account_id', 'id'])
  await index(db, 'tag_follow', ['tag_id', 'account_id'])
}
