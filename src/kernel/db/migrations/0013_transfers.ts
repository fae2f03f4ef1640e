import { type Kysely, sql } from 'kysely'
import { columnTypes, ownedBy } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Exports and imports of account data. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createExports(db, type)
  await createImports(db, type)
  await createImportedStatuses(db, type)
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

async function index(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}

async function createExports(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('data_export')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('state', type.text, required)
    .addColumn('file_key', type.text)
    .addColumn('size', type.integer)
    .addColumn('total_items', type.integer, required)
    .addColumn('processed_items', type.integer, required)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('finished_at', type.timestamp)
    .addColumn('expires_at', type.timestamp)
    .execute()
  await index(db, 'data_export', ['account_id', 'id'])
  await sql`create index data_export_expires_at on data_export (expires_at)
    where expires_at is not null`.execute(db)
}

async function createImports(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('data_import')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('type', type.text, required)
    .addColumn('mode', type.text, required)
    .addColumn('replies', type.text, required)
    .addColumn('state', type.text, required)
    .addColumn('file_name', type.text, required)
    .addColumn('file_key', type.text)
    .addColumn('file_size', type.integer, required)
    .addColumn('unpacked', type.integer, required)
    .addColumn('total_items', type.integer, required)
    .addColumn('processed_items', type.integer, required)
    .addColumn('imported_items', type.integer, required)
    .addColumn('failed_items', type.integer, required)
    .addColumn('left_out', type.json, required)
    .addColumn('error', type.text)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('started_at', type.timestamp)
    .addColumn('finished_at', type.timestamp)
    .execute()
  await index(db, 'data_import', ['account_id', 'id'])
  await index(db, 'data_import', ['created_at'])
  await db.schema
    .createTable('data_import_row')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('import_id', type.id, ownedBy('data_import'))
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('digest', type.text, required)
    .addColumn('position', type.integer, required)
    .addColumn('data', type.json, required)
    .addColumn('state', type.text, required)
    .addColumn('error', type.text)
    .addColumn('attempts', type.integer, required)
    .addColumn('next_at', type.timestamp, required)
    .addUniqueConstraint('data_import_row_once', ['import_id', 'digest'])
    .execute()
  await index(db, 'data_import_row', ['import_id', 'state', 'position', 'id'])
  await index(db, 'data_import_row', ['account_id'])
}

async function createImportedStatuses(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('imported_status')
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('digest', type.text, required)
    .addColumn('status_id', type.id, ownedBy('status'))
    .addPrimaryKeyConstraint('imported_status_pkey', ['account_id', 'digest'])
    .execute()
  await index(db, 'imported_status', ['status_id'])
}
