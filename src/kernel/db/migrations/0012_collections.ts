import { type Kysely, sql } from 'kysely'
import { columnTypes, ownedBy, refersTo } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Collections of accounts, the shown parts and the feature policy of profiles, and annual reports. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await extendAccounts(db, type)
  await createCollections(db, type)
  await createItems(db, type)
  await linkCollections(db, type)
  await createAnnualReports(db, type)
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

async function index(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}

async function extendAccounts(db: Migrating, type: Types): Promise<void> {
  for (const shown of ['show_media', 'show_media_replies', 'show_featured']) {
    await db.schema
      .alterTable('account')
      .addColumn(shown, type.boolean, (column) => column.notNull().defaultTo(true))
      .execute()
  }
  await db.schema.alterTable('account').addColumn('feature_policy', type.text).execute()
  await db.schema
    .alterTable('remote_actor')
    .addColumn('featured_collections_uri', type.text)
    .execute()
  await db.schema
    .alterTable('remote_actor')
    .addColumn('collections_fetched_at', type.timestamp)
    .execute()
  await db.schema
    .alterTable('role')
    .addColumn('collection_limit', type.integer, (column) => column.notNull().defaultTo(10))
    .execute()
}

async function createCollections(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('collection')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('uri', type.text, (column) => column.notNull().unique())
    .addColumn('url', type.text)
    .addColumn('local', type.boolean, required)
    .addColumn('name', type.text, required)
    .addColumn('description', type.text, required)
    .addColumn('search_text', type.text, required)
    .addColumn('language', type.text)
    .addColumn('sensitive', type.boolean, required)
    .addColumn('discoverable', type.boolean, required)
    .addColumn('tag_id', type.id, refersTo('tag'))
    .addColumn('created_at', type.timestamp, required)
    .addColumn('updated_at', type.timestamp, required)
    .execute()
  await index(db, 'collection', ['account_id', 'id'])
  await index(db, 'collection', ['tag_id'])
  await index(db, 'collection', ['url'])
}

async function createItems(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('collection_item')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('collection_id', type.id, ownedBy('collection'))
    // nullable, unlike elsewhere: an account that a remote collection names but that is not known yet
    .addColumn('account_id', type.id, (column) =>
      column.references('account.id').onDelete('cascade'),
    )
    .addColumn('state', type.text, required)
    .addColumn('position', type.integer, required)
    .addColumn('uri', type.text)
    .addColumn('object_uri', type.text, required)
    .addColumn('activity_uri', type.text)
    .addColumn('approval_uri', type.text)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('updated_at', type.timestamp, required)
    .addUniqueConstraint('collection_item_collection_id_object_uri_unique', [
      'collection_id',
      'object_uri',
    ])
    .execute()
  await index(db, 'collection_item', ['account_id', 'state'])
  await index(db, 'collection_item', ['uri'])
  await index(db, 'collection_item', ['activity_uri'])
  await index(db, 'collection_item', ['approval_uri'])
}

async function linkCollections(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('status_collection')
    .addColumn('status_id', type.id, ownedBy('status'))
    .addColumn('collection_id', type.id, ownedBy('collection'))
    .addPrimaryKeyConstraint('status_collection_pkey', ['status_id', 'collection_id'])
    .execute()
  await index(db, 'status_collection', ['collection_id'])
  await db.schema
    .alterTable('status')
    .addColumn('links_collections', type.boolean, (column) => column.notNull().defaultTo(false))
    .execute()
  await db.schema
    .createTable('report_collection')
    .addColumn('report_id', type.id, ownedBy('report'))
    .addColumn('collection_id', type.id, ownedBy('collection'))
    .addPrimaryKeyConstraint('report_collection_pkey', ['report_id', 'collection_id'])
    .execute()
  await index(db, 'report_collection', ['collection_id'])
  await db.schema
    .alterTable('notification')
    .addColumn('collection_id', type.id, (column) =>
      column.references('collection.id').onDelete('cascade'),
    )
    .execute()
  await index(db, 'notification', ['collection_id'])
}

async function createAnnualReports(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('annual_report')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('year', type.integer, required)
    .addColumn('schema_version', type.integer, required)
    .addColumn('data', type.json)
    .addColumn('read_at', type.timestamp)
    .addColumn('created_at', type.timestamp, required)
    .addUniqueConstraint('annual_report_account_id_year_unique', ['account_id', 'year'])
    .execute()
  await sql`alter table notification add column annual_report_year ${type.integer}`.execute(db)
}
