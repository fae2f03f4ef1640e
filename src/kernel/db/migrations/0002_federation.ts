import { type Kysely, sql } from 'kysely'
import { columnTypes, ownedBy, refersTo } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Remote actors, statuses and media; received activities and deliveries. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createActors(db, type)
  await createFollowerDigests(db, type)
  await createDomains(db, type)
  await createDeliveries(db, type)
  await extendStatuses(db, type)
  await createQuotesAndReactions(db, type)
  await createCards(db, type)
  await createReports(db, type)
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

async function index(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}

async function createActors(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('also_known_as', type.json, (column) => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('account').addColumn('moved_at', type.timestamp).execute()
  await db.schema.alterTable('account').addColumn('avatar_remote_url', type.text).execute()
  await db.schema.alterTable('account').addColumn('header_remote_url', type.text).execute()
  for (const limit of ['suspended_by_domain', 'silenced_by_domain', 'suspended_by_origin']) {
    await db.schema
      .alterTable('account')
      .addColumn(limit, type.boolean, (column) => column.notNull().defaultTo(false))
      .execute()
  }
  await index(db, 'account', ['domain', 'id'])
  await db.schema
    .createTable('remote_actor')
    .addColumn('account_id', type.id, (column) => ownedBy('account')(column).primaryKey())
    .addColumn('host', type.text, required)
    .addColumn('inbox_uri', type.text, required)
    .addColumn('shared_inbox_uri', type.text)
    .addColumn('outbox_uri', type.text)
    .addColumn('followers_uri', type.text)
    .addColumn('following_uri', type.text)
    .addColumn('featured_uri', type.text)
    .addColumn('featured_tags_uri', type.text)
    .addColumn('fetched_at', type.timestamp, required)
    .addColumn('history_fetched_at', type.timestamp)
    .execute()
  await index(db, 'remote_actor', ['host'])
  await index(db, 'remote_actor', ['followers_uri'])
  await db.schema
    .createTable('actor_key')
    .addColumn('uri', type.text, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('algorithm', type.text, required)
    .addColumn('public_pem', type.text, required)
    .addColumn('private_pem', type.text)
    .execute()
  await index(db, 'actor_key', ['account_id'])
  await db.schema.alterTable('custom_emoji').addColumn('uri', type.text).execute()
  await db.schema.alterTable('custom_emoji').addColumn('image_remote_url', type.text).execute()
  await index(db, 'custom_emoji', ['domain'])
  await db.schema
    .createTable('featured_tag')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('tag_id', type.id, ownedBy('tag'))
    .addColumn('name', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .addUniqueConstraint('featured_tag_once', ['account_id', 'tag_id'])
    .execute()
  await index(db, 'featured_tag', ['tag_id'])
}

async function createFollowerDigests(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('follower_digest')
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('host', type.text, required)
    .addColumn('digest', type.text, required)
    .addPrimaryKeyConstraint('follower_digest_pkey', ['account_id', 'host'])
    .execute()
}

async function createDomains(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('domain_block')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('domain', type.text, (column) => column.notNull().unique())
    .addColumn('severity', type.text, required)
    .addColumn('reject_media', type.boolean, required)
    .addColumn('reject_reports', type.boolean, required)
    .addColumn('obfuscate', type.boolean, required)
    .addColumn('private_comment', type.text)
    .addColumn('public_comment', type.text)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('domain_allow')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('domain', type.text, (column) => column.notNull().unique())
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('tombstone')
    .addColumn('uri', type.text, required)
    .addColumn('actor_uri', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .addPrimaryKeyConstraint('tombstone_pkey', ['uri', 'actor_uri'])
    .execute()
  await index(db, 'tombstone', ['created_at'])
}

async function createDeliveries(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('peer_host')
    .addColumn('host', type.text, (column) => column.primaryKey().notNull())
    .addColumn('failures', type.integer, (column) => column.notNull().defaultTo(0))
    .addColumn('failing_since', type.timestamp)
    .addColumn('next_try_at', type.timestamp)
    .addColumn('last_success_at', type.timestamp)
    .addColumn('prefers_rfc9421', type.boolean, (column) => column.notNull().defaultTo(false))
    .addColumn('due_at', type.timestamp)
    .addColumn('locked_until', type.timestamp)
    .execute()
  await db.schema
    .createTable('outgoing_activity')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('sender_id', type.id, (column) =>
      column.references('account.id').onDelete('cascade'),
    )
    .addColumn('status_id', type.id)
    .addColumn('type', type.text, required)
    .addColumn('body', type.text, required)
    .addColumn('synchronize', type.boolean, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'outgoing_activity', ['sender_id'])
  await index(db, 'outgoing_activity', ['status_id'])
  await db.schema
    .createTable('delivery')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('activity_id', type.id, ownedBy('outgoing_activity'))
    .addColumn('host', type.text, required)
    .addColumn('inbox_uri', type.text, required)
    .addColumn('state', type.text, required)
    .addColumn('attempts', type.integer, required)
    .addColumn('next_at', type.timestamp, required)
    .addColumn('last_status', type.integer)
    .addColumn('last_error', type.text)
    .addColumn('updated_at', type.timestamp, required)
    .addUniqueConstraint('delivery_once', ['activity_id', 'inbox_uri'])
    .execute()
  for (const [name, definition] of Object.entries(DELIVERY_INDEXES)) {
    await sql`create index ${sql.ref(name)} on ${sql.raw(definition)}`.execute(db)
  }
}

/** Partial indexes of the few rows that queries look for. */
const DELIVERY_INDEXES = {
  peer_host_due: 'peer_host (due_at) where due_at is not null and failures = 0',
  peer_host_probe: 'peer_host (due_at) where due_at is not null and failures > 0',
  delivery_waiting: "delivery (host, next_at, id) where state = 'waiting'",
}

async function extendStatuses(db: Migrating, type: Types): Promise<void> {
  await db.schema.alterTable('status').addColumn('quote_policy', type.text).execute()
  await db.schema.alterTable('status').addColumn('quote_id', type.id).execute()
  await db.schema.alterTable('status').addColumn('replies_uri', type.text).execute()
  await db.schema.alterTable('status').addColumn('replies_fetched_at', type.timestamp).execute()
  await db.schema.alterTable('status').addColumn('refreshed_at', type.timestamp).execute()
  await db.schema
    .alterTable('status')
    .addColumn('quiet', type.boolean, (column) => column.notNull().defaultTo(false))
    .execute()
  for (const counter of ['quotes_count', 'reactions_count']) {
    await db.schema
      .alterTable('status_stats')
      .addColumn(counter, type.integer, (column) => column.notNull().defaultTo(0))
      .execute()
  }
  await db.schema.alterTable('media_attachment').addColumn('remote_url', type.text).execute()
  await db.schema
    .alterTable('media_attachment')
    .addColumn('preview_remote_url', type.text)
    .execute()
  await db.schema.alterTable('media_attachment').addColumn('proxy_name', type.text).execute()
  await sql`create unique index media_attachment_proxy_name on media_attachment (proxy_name) where proxy_name is not null`.execute(
    db,
  )
  await db.schema.alterTable('poll').addColumn('refreshed_at', type.timestamp).execute()
  await db.schema
    .createTable('media_cache')
    .addColumn('id', type.text, (column) => column.primaryKey().notNull())
    .addColumn('source_url', type.text, required)
    .addColumn('storage_key', type.text, required)
    .addColumn('content_type', type.text, required)
    .addColumn('bytes', type.integer, required)
    .addColumn('used_at', type.timestamp, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'media_cache', ['used_at'])
  await db.schema
    .createTable('async_refresh')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('status_id', type.id, (column) => ownedBy('status')(column).unique())
    .addColumn('state', type.text, required)
    .addColumn('result_count', type.integer, required)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('updated_at', type.timestamp, required)
    .execute()
}

async function createQuotesAndReactions(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('quote')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('status_id', type.id, (column) => ownedBy('status')(column).unique())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('quoted_status_id', type.id, refersTo('status'))
    .addColumn('quoted_account_id', type.id, refersTo('account'))
    .addColumn('quoted_uri', type.text, required)
    .addColumn('state', type.text, required)
    .addColumn('activity_uri', type.text, (column) => column.unique())
    .addColumn('approval_uri', type.text)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('updated_at', type.timestamp, required)
    .execute()
  await index(db, 'quote', ['account_id'])
  await index(db, 'quote', ['quoted_status_id', 'id'])
  await index(db, 'quote', ['quoted_account_id'])
  await index(db, 'quote', ['quoted_uri'])
  await index(db, 'quote', ['approval_uri'])
  await db.schema
    .createTable('reaction')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('status_id', type.id, ownedBy('status'))
    .addColumn('name', type.text, required)
    .addColumn('custom_emoji_id', type.id, refersTo('custom_emoji'))
    .addColumn('uri', type.text, (column) => column.unique())
    .addColumn('created_at', type.timestamp, required)
    .addUniqueConstraint('reaction_once', ['status_id', 'account_id', 'name'])
    .execute()
  await index(db, 'reaction', ['account_id'])
  await index(db, 'reaction', ['custom_emoji_id'])
}

async function createCards(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('preview_card')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('url', type.text, (column) => column.notNull().unique())
    .addColumn('type', type.text, required)
    .addColumn('title', type.text, required)
    .addColumn('description', type.text, required)
    .addColumn('author_name', type.text, required)
    .addColumn('author_url', type.text, required)
    .addColumn('author_account_id', type.id, refersTo('account'))
    .addColumn('provider_name', type.text, required)
    .addColumn('provider_url', type.text, required)
    .addColumn('html', type.text, required)
    .addColumn('width', type.integer, required)
    .addColumn('height', type.integer, required)
    .addColumn('image_remote_url', type.text)
    .addColumn('image_description', type.text, required)
    .addColumn('embed_url', type.text, required)
    .addColumn('blurhash', type.text)
    .addColumn('language', type.text)
    .addColumn('published_at', type.timestamp)
    .addColumn('fetched_at', type.timestamp, required)
    .execute()
  await index(db, 'preview_card', ['author_account_id'])
  await db.schema
    .createTable('status_card')
    .addColumn('status_id', type.id, (column) => ownedBy('status')(column).primaryKey())
    .addColumn('url', type.text, required)
    .addColumn('card_id', type.id, refersTo('preview_card'))
    .addColumn('state', type.text, required)
    .execute()
  await index(db, 'status_card', ['card_id'])
  await sql`create index status_card_waiting on status_card (url) where state = 'waiting'`.execute(
    db,
  )
}

async function createReports(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('report')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('target_account_id', type.id, ownedBy('account'))
    .addColumn('assigned_account_id', type.id, refersTo('account'))
    .addColumn('action_taken_by_account_id', type.id, refersTo('account'))
    .addColumn('category', type.text, required)
    .addColumn('comment', type.text, required)
    .addColumn('forwarded', type.boolean)
    .addColumn('rule_ids', type.json, required)
    .addColumn('uri', type.text, (column) => column.unique())
    .addColumn('action_taken_at', type.timestamp)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('updated_at', type.timestamp, required)
    .execute()
  await index(db, 'report', ['account_id'])
  await index(db, 'report', ['target_account_id'])
  await index(db, 'report', ['assigned_account_id'])
  await index(db, 'report', ['action_taken_by_account_id'])
  await db.schema
    .createTable('report_status')
    .addColumn('report_id', type.id, ownedBy('report'))
    .addColumn('status_id', type.id, ownedBy('status'))
    .addPrimaryKeyConstraint('report_status_pkey', ['report_id', 'status_id'])
    .execute()
  await index(db, 'report_status', ['status_id'])
  await db.schema
    .alterTable('notification')
    .addColumn('report_id', type.id, (column) => column.references('report.id').onDelete('cascade'))
    .execute()
  await index(db, 'notification', ['report_id'])
}
