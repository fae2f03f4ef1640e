import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { columnTypes, isPostgres, ownedBy } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Endorsements, domain blocks of accounts, and suggestions. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createEndorsements(db, type)
  await createDomainBlocks(db, type)
  await createSuggestions(db, type)
  await indexDirectory(db)
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

/** A table of narrow rows that is read by its whole key: on SQLite it is stored in the primary key's index. */
function narrow(db: Migrating) {
  return <Name extends string, Columns extends string>(table: CreateTableBuilder<Name, Columns>) =>
    isPostgres(db) ? table : table.modifyEnd(sql`without rowid`)
}

async function index(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}

async function createEndorsements(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('endorsement')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('target_id', type.id, ownedBy('account'))
    .addColumn('created_at', type.timestamp, required)
    .addUniqueConstraint('endorsement_account_id_target_id_unique', ['account_id', 'target_id'])
    .execute()
  await index(db, 'endorsement', ['account_id', 'id'])
  await index(db, 'endorsement', ['target_id'])
}

async function createDomainBlocks(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('account_domain_block')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('domain', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .addUniqueConstraint('account_domain_block_account_id_domain_unique', ['account_id', 'domain'])
    .execute()
  await index(db, 'account_domain_block', ['account_id', 'id'])
  await index(db, 'account_domain_block', ['domain', 'account_id'])
}

async function createSuggestions(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('popular_account')
    .addColumn('source', type.text, required)
    .addColumn('position', type.integer, required)
    .addColumn('account_id', type.id, ownedBy('account'))
    .addPrimaryKeyConstraint('popular_account_pkey', ['source', 'position'])
    .$call(narrow(db))
    .execute()
  await index(db, 'popular_account', ['account_id'])
  await db.schema
    .createTable('dismissed_suggestion')
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('target_id', type.id, ownedBy('account'))
    .addPrimaryKeyConstraint('dismissed_suggestion_pkey', ['account_id', 'target_id'])
    .$call(narrow(db))
    .execute()
  await index(db, 'dismissed_suggestion', ['target_id'])
}

/** Indexes for the directory: discoverable accounts by newest, and by last status. */
async function indexDirectory(db: Migrating): Promise<void> {
  await sql`create index account_directory on account (id)
    where discoverable and activated_at is not null and suspended_at is null
      and silenced_at is null and deleted_at is null and +moved_to_id is null`.execute(db)
  // accounts without a status come last, as SQLite sorts them by default
  const columns = isPostgres(db)
    ? sql`last_status_at desc nulls last, account_id desc`
    : sql`last_status_at, account_id`
  await sql`create index account_stats_last_status_at on account_stats (${columns})`.execute(db)
}
