import { type Kysely, sql } from 'kysely'
import { columnTypes, ownedBy, refersTo } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Scheduled statuses, announcements, and cached translations. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createScheduledStatuses(db, type)
  await createAnnouncements(db, type)
  await createTranslations(db, type)
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

async function index(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}

async function createScheduledStatuses(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('scheduled_status')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('scheduled_at', type.timestamp, required)
    .addColumn('params', type.json, required)
    .addColumn('application_id', type.id, refersTo('application'))
    .addColumn('key_digest', type.text)
    .addColumn('failed_at', type.timestamp)
    .addColumn('error', type.text)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'scheduled_status', ['account_id', 'id'])
  await index(db, 'scheduled_status', ['account_id', 'scheduled_at'])
  await index(db, 'scheduled_status', ['application_id'])
  await sql`create index scheduled_status_key_digest on scheduled_status (account_id, key_digest)
    where key_digest is not null`.execute(db)
  await db.schema
    .alterTable('media_attachment')
    .addColumn('scheduled_status_id', type.id, refersTo('scheduled_status'))
    .execute()
  await index(db, 'media_attachment', ['scheduled_status_id'])
}

async function createAnnouncements(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('announcement')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('text', type.text, required)
    .addColumn('content', type.text, required)
    .addColumn('account_ids', type.json, required)
    .addColumn('tag_names', type.json, required)
    .addColumn('status_ids', type.json, required)
    .addColumn('starts_at', type.timestamp)
    .addColumn('ends_at', type.timestamp)
    .addColumn('all_day', type.boolean, required)
    .addColumn('scheduled_at', type.timestamp)
    .addColumn('published_at', type.timestamp)
    .addColumn('ended_at', type.timestamp)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('updated_at', type.timestamp, required)
    .execute()
  await sql`create index announcement_current on announcement (published_at)
    where published_at is not null and ended_at is null`.execute(db)
  await db.schema
    .createTable('announcement_reaction')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('announcement_id', type.id, ownedBy('announcement'))
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('name', type.text, required)
    .addColumn('custom_emoji_id', type.id, (column) =>
      column.references('custom_emoji.id').onDelete('cascade'),
    )
    .addColumn('created_at', type.timestamp, required)
    .addUniqueConstraint('announcement_reaction_once', ['announcement_id', 'account_id', 'name'])
    .execute()
  await index(db, 'announcement_reaction', ['announcement_id', 'name'])
  await index(db, 'announcement_reaction', ['account_id'])
  await index(db, 'announcement_reaction', ['custom_emoji_id'])
  await db.schema
    .createTable('announcement_dismissal')
    .addColumn('announcement_id', type.id, ownedBy('announcement'))
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('created_at', type.timestamp, required)
    .addPrimaryKeyConstraint('announcement_dismissal_pkey', ['announcement_id', 'account_id'])
    .execute()
  await index(db, 'announcement_dismissal', ['account_id'])
}

async function createTranslations(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('translation')
    .addColumn('status_id', type.id, ownedBy('status'))
    .addColumn('language', type.text, required)
    .addColumn('version', type.integer, required)
    .addColumn('body', type.json, required)
    .addColumn('created_at', type.timestamp, required)
    .addPrimaryKeyConstraint('translation_pkey', ['status_id', 'language'])
    .execute()
  await index(db, 'translation', ['created_at'])
}
