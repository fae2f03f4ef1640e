import { type Kysely, sql } from 'kysely'
import { columnTypes, ownedBy, refersTo } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Blocks of sign-ups, and domain blocks from files and lists. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createSignUpBlocks(db, type)
  await createSubscriptions(db, type)
  await createImports(db, type)
  await createSoftware(db, type)
  await sql`create index ip_block_expires_at on ip_block (expires_at)
    where expires_at is not null`.execute(db)
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

async function index(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}

async function createSignUpBlocks(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('email_domain_block')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('domain', type.text, (column) => column.notNull().unique())
    .addColumn('allow_with_approval', type.boolean, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('email_domain_attempt')
    .addColumn('block_id', type.id, ownedBy('email_domain_block'))
    .addColumn('day', type.integer, required)
    .addColumn('source', type.text, required)
    .addColumn('uses', type.integer, required)
    .addPrimaryKeyConstraint('email_domain_attempt_pkey', ['block_id', 'day', 'source'])
    .execute()
  await index(db, 'email_domain_attempt', ['day'])
  await db.schema
    .createTable('canonical_email_block')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('canonical_email_hash', type.text, (column) => column.notNull().unique())
    .addColumn('account_id', type.id, refersTo('account'))
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'canonical_email_block', ['account_id'])
  await db.schema
    .createTable('username_block')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('username', type.text, (column) => column.notNull().unique())
    .addColumn('normalized_username', type.text, required)
    .addColumn('exact', type.boolean, required)
    .addColumn('allow_with_approval', type.boolean, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
}

async function createSubscriptions(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('block_subscription')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('url', type.text, (column) => column.notNull().unique())
    .addColumn('name', type.text, required)
    .addColumn('severity_limit', type.text, required)
    .addColumn('retract_on_removal', type.boolean, required)
    .addColumn('enabled', type.boolean, required)
    .addColumn('etag', type.text)
    .addColumn('last_rows', type.integer)
    .addColumn('last_checked_at', type.timestamp)
    .addColumn('last_error', type.text)
    .addColumn('created_at', type.timestamp, required)
    .execute()
}

async function createImports(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('block_import')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('subscription_id', type.id, refersTo('block_subscription'))
    .addColumn('name', type.text, required)
    .addColumn('source', type.text, required)
    .addColumn('mode', type.text, required)
    .addColumn('state', type.text, required)
    .addColumn('total', type.integer, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'block_import', ['subscription_id', 'id'])
  await index(db, 'block_import', ['state', 'created_at'])
  await db.schema
    .createTable('block_import_row')
    .addColumn('import_id', type.id, ownedBy('block_import'))
    .addColumn('line', type.integer, required)
    .addColumn('domain', type.text)
    .addColumn('text', type.text, required)
    .addColumn('outcome', type.text, required)
    .addColumn('reason', type.text)
    .addColumn('given', type.json)
    .addColumn('before', type.json)
    .addColumn('block_id', type.id)
    .addColumn('followers_lost', type.integer, required)
    .addColumn('following_lost', type.integer, required)
    .addColumn('state', type.text, required)
    .addPrimaryKeyConstraint('block_import_row_pkey', ['import_id', 'line'])
    .execute()
  await index(db, 'block_import_row', ['import_id', 'state', 'line'])
}

async function createSoftware(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('peer_software')
    .addColumn('domain', type.text, (column) => column.primaryKey().notNull())
    .addColumn('software', type.text)
    .addColumn('version', type.text)
    .addColumn('asked_at', type.timestamp, required)
    .execute()
}
