import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { columnTypes, isPostgres, ownedBy, refersTo } from '../column-types.ts'
import { createStatusSearch } from '../search/statuses.ts'
import { declareSelective } from '../statistics.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createServerTables(db, type)
  await createAccounts(db, type)
  await createSignIn(db, type)
  await createRelationships(db, type)
  await createStatuses(db, type)
  await createInteractions(db, type)
  await createMedia(db, type)
  await createTimelines(db, type)
  await createStatusSearch(db)
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

/** A covering index: queries that it answers do not read the wide rows. */
async function coveringIndex(
  db: Migrating,
  table: string,
  name: string,
  columns: string[],
): Promise<void> {
  await db.schema.createIndex(name).on(table).columns(columns).execute()
  await declareSelective(db, table, name, columns.length)
}

async function uniqueIndex(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}_unique`
  await db.schema.createIndex(name).unique().on(table).columns(columns).execute()
}

async function createServerTables(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('setting')
    .addColumn('name', type.text, (column) => column.primaryKey().notNull())
    .addColumn('value', type.json, required)
    .execute()
  await db.schema
    .createTable('process_lease')
    .addColumn('number', type.integer, (column) => column.primaryKey().notNull())
    .addColumn('holder', type.text, required)
    .addColumn('expires_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('job')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('kind', type.text, required)
    .addColumn('unique_key', type.text)
    .addColumn('payload', type.json, required)
    .addColumn('run_at', type.timestamp, required)
    .addColumn('attempts', type.integer, required)
    .addColumn('locked_until', type.timestamp)
    .addColumn('parked_at', type.timestamp)
    .addColumn('last_error', type.text)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await sql`create index job_due on job (kind, run_at) where parked_at is null`.execute(db)
  await sql`create unique index job_unique_key on job (kind, unique_key) where unique_key is not null and locked_until is null and parked_at is null`.execute(
    db,
  )
  await db.schema
    .createTable('rule')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('text', type.text, required)
    .addColumn('hint', type.text, required)
    .addColumn('translations', type.json, required)
    .addColumn('priority', type.integer, required)
    .addColumn('deleted_at', type.timestamp)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('ip_block')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('ip', type.text, (column) => column.notNull().unique())
    .addColumn('severity', type.text, required)
    .addColumn('comment', type.text, required)
    .addColumn('expires_at', type.timestamp)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('custom_emoji')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('shortcode', type.text, required)
    .addColumn('domain', type.text)
    .addColumn('image_key', type.text, required)
    .addColumn('static_key', type.text, required)
    .addColumn('category', type.text)
    .addColumn('visible_in_picker', type.boolean, required)
    .addColumn('disabled', type.boolean, required)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('updated_at', type.timestamp, required)
    .execute()
  await sql`create unique index custom_emoji_shortcode on custom_emoji (shortcode, coalesce(domain, ''))`.execute(
    db,
  )
  await db.schema
    .createTable('role')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('name', type.text, required)
    .addColumn('color', type.text, required)
    .addColumn('permissions', type.integer, required)
    .addColumn('highlighted', type.boolean, required)
    .addColumn('position', type.integer, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
}

async function createAccounts(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('account')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('username', type.text, required)
    .addColumn('username_lower', type.text, required)
    .addColumn('domain', type.text)
    .addColumn('uri', type.text, (column) => column.notNull().unique())
    .addColumn('url', type.text, required)
    .addColumn('actor_type', type.text, required)
    .addColumn('display_name', type.text, required)
    .addColumn('search_text', type.text, required)
    .addColumn('note', type.text, required)
    .addColumn('fields', type.json, required)
    .addColumn('avatar_key', type.text)
    .addColumn('avatar_static_key', type.text)
    .addColumn('avatar_description', type.text, required)
    .addColumn('header_key', type.text)
    .addColumn('header_static_key', type.text)
    .addColumn('header_description', type.text, required)
    .addColumn('locked', type.boolean, required)
    .addColumn('bot', type.boolean, required)
    .addColumn('discoverable', type.boolean)
    .addColumn('indexable', type.boolean, required)
    .addColumn('hide_collections', type.boolean, required)
    .addColumn('attribution_domains', type.json, required)
    .addColumn('moved_to_id', type.id, refersTo('account'))
    .addColumn('activated_at', type.timestamp)
    .addColumn('suspended_at', type.timestamp)
    .addColumn('silenced_at', type.timestamp)
    .addColumn('sensitized_at', type.timestamp)
    .addColumn('deleted_at', type.timestamp)
    .addColumn('memorial', type.boolean, required)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('version', type.integer, (column) => column.notNull().defaultTo(1))
    .execute()
  await sql`create unique index account_handle on account (username_lower, coalesce(domain, ''))`.execute(
    db,
  )
  await index(db, 'account', ['moved_to_id'])
  // the columns that a page reads of every author
  await coveringIndex(db, 'account', 'account_head', [
    'id',
    'version',
    'activated_at',
    'suspended_at',
    'deleted_at',
    'moved_to_id',
    'silenced_at',
  ])
  await db.schema
    .createTable('account_stats')
    .addColumn('account_id', type.id, (column) => ownedBy('account')(column).primaryKey())
    .addColumn('followers_count', type.integer, required)
    .addColumn('following_count', type.integer, required)
    .addColumn('statuses_count', type.integer, required)
    .addColumn('last_status_at', type.timestamp)
    .$call(narrow(db))
    .execute()
}

async function createSignIn(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('application')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('name', type.text, required)
    .addColumn('website', type.text)
    .addColumn('redirect_uris', type.json, required)
    .addColumn('scopes', type.text, required)
    .addColumn('client_id', type.text, (column) => column.notNull().unique())
    .addColumn('client_secret_hash', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('local_user')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, (column) => ownedBy('account')(column).unique())
    .addColumn('email', type.text, required)
    .addColumn('email_lower', type.text, (column) => column.notNull().unique())
    .addColumn('unconfirmed_email', type.text)
    .addColumn('password_hash', type.text, required)
    .addColumn('confirmed_at', type.timestamp)
    .addColumn('approved', type.boolean, required)
    .addColumn('disabled', type.boolean, required)
    .addColumn('role_id', type.id, refersTo('role'))
    .addColumn('locale', type.text, required)
    .addColumn('time_zone', type.text)
    .addColumn('chosen_languages', type.json)
    .addColumn('settings', type.json, required)
    .addColumn('sign_up_reason', type.text)
    .addColumn('sign_up_ip', type.text)
    .addColumn('application_id', type.id, refersTo('application'))
    .addColumn('confirmation_token_hash', type.text, (column) => column.unique())
    .addColumn('confirmation_sent_at', type.timestamp)
    .addColumn('reset_token_hash', type.text, (column) => column.unique())
    .addColumn('reset_sent_at', type.timestamp)
    .addColumn('last_active_day', type.integer)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'local_user', ['role_id'])
  await index(db, 'local_user', ['application_id'])
  await db.schema
    .createTable('session')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('user_id', type.id, ownedBy('local_user'))
    .addColumn('token_hash', type.text, (column) => column.notNull().unique())
    .addColumn('ip', type.text)
    .addColumn('user_agent', type.text)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('last_used_at', type.timestamp, required)
    .addColumn('expires_at', type.timestamp, required)
    .execute()
  await index(db, 'session', ['user_id'])
  await index(db, 'session', ['expires_at'])
  await db.schema
    .createTable('access_token')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('token_hash', type.text, (column) => column.notNull().unique())
    .addColumn('application_id', type.id, ownedBy('application'))
    .addColumn('user_id', type.id, (column) =>
      column.references('local_user.id').onDelete('cascade'),
    )
    .addColumn('scopes', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('revoked_at', type.timestamp)
    .execute()
  await index(db, 'access_token', ['application_id'])
  await index(db, 'access_token', ['user_id', 'application_id'])
  await db.schema
    .createTable('authorization_code')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('code_hash', type.text, (column) => column.notNull().unique())
    .addColumn('application_id', type.id, ownedBy('application'))
    .addColumn('user_id', type.id, ownedBy('local_user'))
    .addColumn('redirect_uri', type.text, required)
    .addColumn('scopes', type.text, required)
    .addColumn('code_challenge', type.text)
    .addColumn('expires_at', type.timestamp, required)
    .addColumn('used_at', type.timestamp)
    .addColumn('token_id', type.id, refersTo('access_token'))
    .execute()
  await index(db, 'authorization_code', ['application_id'])
  await index(db, 'authorization_code', ['user_id'])
  await index(db, 'authorization_code', ['token_id'])
  await db.schema
    .createTable('marker')
    .addColumn('user_id', type.id, ownedBy('local_user'))
    .addColumn('timeline', type.text, required)
    .addColumn('last_read_id', type.id, required)
    .addColumn('version', type.integer, required)
    .addColumn('updated_at', type.timestamp, required)
    .addPrimaryKeyConstraint('marker_pkey', ['user_id', 'timeline'])
    .$call(narrow(db))
    .execute()
}

async function createRelationships(db: Migrating, type: Types): Promise<void> {
  for (const table of ['follow', 'follow_request'] as const) {
    await db.schema
      .createTable(table)
      .addColumn('id', type.id, (column) => column.primaryKey().notNull())
      .addColumn('account_id', type.id, ownedBy('account'))
      .addColumn('target_id', type.id, ownedBy('account'))
      .addColumn('show_reblogs', type.boolean, required)
      .addColumn('notify', type.boolean, required)
      .addColumn('languages', type.json)
      .addColumn('uri', type.text, (column) => column.unique())
      .addColumn('created_at', type.timestamp, required)
      .execute()
  }
  await db.schema
    .createTable('block')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('target_id', type.id, ownedBy('account'))
    .addColumn('uri', type.text, (column) => column.unique())
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('mute')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('target_id', type.id, ownedBy('account'))
    .addColumn('hide_notifications', type.boolean, required)
    .addColumn('expires_at', type.timestamp)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  for (const table of ['follow', 'follow_request', 'block', 'mute']) {
    await uniqueIndex(db, table, ['account_id', 'target_id'])
    await index(db, table, ['account_id', 'id'])
    await index(db, table, ['target_id', 'id'])
  }
  await index(db, 'follow', ['target_id', 'account_id'])
  await index(db, 'block', ['target_id', 'account_id'])
  await sql`create index follow_notify on follow (target_id, id) where notify`.execute(db)
  await sql`create index follow_with_languages on follow (target_id) where languages is not null`.execute(
    db,
  )
  await db.schema
    .createTable('account_note')
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('target_id', type.id, ownedBy('account'))
    .addColumn('comment', type.text, required)
    .addPrimaryKeyConstraint('account_note_pkey', ['account_id', 'target_id'])
    .execute()
  await index(db, 'account_note', ['target_id'])
}

async function createStatuses(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('conversation')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('uri', type.text, (column) => column.unique())
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('status')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('version', type.integer, (column) => column.notNull().defaultTo(1))
    .addColumn('visibility', type.text, required)
    .addColumn('deleted_at', type.timestamp)
    .addColumn('reblog_of_id', type.id, (column) =>
      column.references('status.id').onDelete('cascade'),
    )
    .addColumn('in_reply_to_id', type.id, refersTo('status'))
    .addColumn('in_reply_to_account_id', type.id, refersTo('account'))
    .addColumn('conversation_id', type.id, refersTo('conversation'))
    .addColumn('application_id', type.id, refersTo('application'))
    .addColumn('poll_id', type.id)
    .addColumn('language', type.text)
    .addColumn('local', type.boolean, required)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('edited_at', type.timestamp)
    .addColumn('sensitive', type.boolean, required)
    .addColumn('media_ids', type.json, required)
    .addColumn('uri', type.text, (column) => column.notNull().unique())
    .addColumn('url', type.text, required)
    .addColumn('spoiler_text', type.text, required)
    .addColumn('text', type.text, required)
    .addColumn('content', type.text, required)
    .execute()
  await index(db, 'status', ['account_id', 'id'])
  // the columns that a page reads of every status
  await coveringIndex(db, 'status', 'status_head', [
    'id',
    'account_id',
    'version',
    'visibility',
    'deleted_at',
    'reblog_of_id',
    'conversation_id',
    'application_id',
    'poll_id',
  ])
  await index(db, 'status', ['in_reply_to_id'])
  await index(db, 'status', ['in_reply_to_account_id'])
  await index(db, 'status', ['conversation_id', 'id'])
  await index(db, 'status', ['application_id'])
  await index(db, 'status', ['reblog_of_id', 'id'])
  await sql`create unique index status_reblog on status (account_id, reblog_of_id) where reblog_of_id is not null and deleted_at is null`.execute(
    db,
  )
  await sql`create index status_public on status (id) where visibility = 'public' and reblog_of_id is null and deleted_at is null`.execute(
    db,
  )
  await sql`create index status_public_local on status (id) where visibility = 'public' and reblog_of_id is null and deleted_at is null and local`.execute(
    db,
  )
  await sql`create index status_deleted on status (deleted_at) where deleted_at is not null`.execute(
    db,
  )
  await db.schema
    .createTable('status_stats')
    .addColumn('status_id', type.id, (column) => ownedBy('status')(column).primaryKey())
    .addColumn('replies_count', type.integer, required)
    .addColumn('reblogs_count', type.integer, required)
    .addColumn('favourites_count', type.integer, required)
    .$call(narrow(db))
    .execute()
  await db.schema
    .createTable('status_edit')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('status_id', type.id, ownedBy('status'))
    .addColumn('text', type.text, required)
    .addColumn('content', type.text, required)
    .addColumn('spoiler_text', type.text, required)
    .addColumn('sensitive', type.boolean, required)
    .addColumn('language', type.text)
    .addColumn('media', type.json, required)
    .addColumn('poll_options', type.json)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'status_edit', ['status_id', 'id'])
  await db.schema
    .createTable('mention')
    .addColumn('status_id', type.id, ownedBy('status'))
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('silent', type.boolean, required)
    .addPrimaryKeyConstraint('mention_pkey', ['status_id', 'account_id'])
    .$call(narrow(db))
    .execute()
  await index(db, 'mention', ['account_id', 'status_id'])
  await db.schema
    .createTable('tag')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('name', type.text, (column) => column.notNull().unique())
    .addColumn('display_name', type.text, required)
    .addColumn('listable', type.boolean, required)
    .addColumn('usable', type.boolean, required)
    .addColumn('trendable', type.boolean)
    .addColumn('last_status_at', type.timestamp)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('status_tag')
    .addColumn('tag_id', type.id, ownedBy('tag'))
    .addColumn('status_id', type.id, ownedBy('status'))
    .addPrimaryKeyConstraint('status_tag_pkey', ['tag_id', 'status_id'])
    .$call(narrow(db))
    .execute()
  await index(db, 'status_tag', ['status_id'])
  await db.schema
    .createTable('tag_use')
    .addColumn('tag_id', type.id, ownedBy('tag'))
    .addColumn('day', type.integer, required)
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('uses', type.integer, required)
    .addPrimaryKeyConstraint('tag_use_pkey', ['tag_id', 'day', 'account_id'])
    .$call(narrow(db))
    .execute()
  await index(db, 'tag_use', ['account_id'])
  await index(db, 'tag_use', ['day'])
}

async function createInteractions(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('favourite')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('status_id', type.id, ownedBy('status'))
    .addColumn('uri', type.text, (column) => column.unique())
    .addColumn('created_at', type.timestamp, required)
    .execute()
  for (const table of ['bookmark', 'status_pin'] as const) {
    await db.schema
      .createTable(table)
      .addColumn('id', type.id, (column) => column.primaryKey().notNull())
      .addColumn('account_id', type.id, ownedBy('account'))
      .addColumn('status_id', type.id, ownedBy('status'))
      .addColumn('created_at', type.timestamp, required)
      .execute()
  }
  for (const table of ['favourite', 'bookmark', 'status_pin']) {
    await uniqueIndex(db, table, ['account_id', 'status_id'])
    await index(db, table, ['account_id', 'id'])
    await index(db, table, ['status_id', 'id'])
  }
  await db.schema
    .createTable('conversation_mute')
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('conversation_id', type.id, ownedBy('conversation'))
    .addPrimaryKeyConstraint('conversation_mute_pkey', ['account_id', 'conversation_id'])
    .$call(narrow(db))
    .execute()
  await index(db, 'conversation_mute', ['conversation_id'])
  await db.schema
    .createTable('account_conversation')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('conversation_id', type.id, ownedBy('conversation'))
    .addColumn('participants', type.text, required)
    .addColumn('last_status_id', type.id, ownedBy('status'))
    .addColumn('unread', type.boolean, required)
    .execute()
  await uniqueIndex(db, 'account_conversation', ['account_id', 'conversation_id', 'participants'])
  await index(db, 'account_conversation', ['account_id', 'last_status_id'])
  await index(db, 'account_conversation', ['conversation_id'])
  await index(db, 'account_conversation', ['last_status_id'])
  await db.schema
    .createTable('poll')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('status_id', type.id, (column) => column.references('status.id').onDelete('cascade'))
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('multiple', type.boolean, required)
    .addColumn('hide_totals', type.boolean, required)
    .addColumn('expires_at', type.timestamp)
    .addColumn('voters_count', type.integer)
    .addColumn('expired_notified', type.boolean, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'poll', ['status_id'])
  await index(db, 'poll', ['account_id'])
  await db.schema
    .createTable('poll_option')
    .addColumn('poll_id', type.id, ownedBy('poll'))
    .addColumn('position', type.integer, required)
    .addColumn('title', type.text, required)
    .addColumn('votes_count', type.integer, required)
    .addPrimaryKeyConstraint('poll_option_pkey', ['poll_id', 'position'])
    .$call(narrow(db))
    .execute()
  await db.schema
    .createTable('poll_vote')
    .addColumn('poll_id', type.id, ownedBy('poll'))
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('choice', type.integer, required)
    .addColumn('created_at', type.timestamp, required)
    .addPrimaryKeyConstraint('poll_vote_pkey', ['poll_id', 'account_id', 'choice'])
    .$call(narrow(db))
    .execute()
  await index(db, 'poll_vote', ['account_id'])
  await db.schema
    .createTable('notification')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('from_account_id', type.id, ownedBy('account'))
    .addColumn('type', type.text, required)
    .addColumn('status_id', type.id, (column) => column.references('status.id').onDelete('cascade'))
    .addColumn('group_key', type.text, required)
    .addColumn('filtered', type.boolean, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'notification', ['account_id', 'id'])
  await index(db, 'notification', ['from_account_id', 'account_id'])
  await index(db, 'notification', ['status_id'])
  await sql`create unique index notification_once on notification (account_id, from_account_id, type, status_id) where status_id is not null`.execute(
    db,
  )
  await db.schema
    .createTable('idempotency_key')
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('key', type.text, required)
    .addColumn('status_id', type.id, ownedBy('status'))
    .addColumn('created_at', type.timestamp, required)
    .addPrimaryKeyConstraint('idempotency_key_pkey', ['account_id', 'key'])
    .execute()
  await index(db, 'idempotency_key', ['status_id'])
  await index(db, 'idempotency_key', ['created_at'])
}

async function createMedia(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('media_attachment')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('status_id', type.id, refersTo('status'))
    .addColumn('type', type.text, required)
    .addColumn('state', type.text, required)
    .addColumn('file_key', type.text)
    .addColumn('preview_key', type.text)
    .addColumn('upload_key', type.text)
    .addColumn('content_type', type.text, required)
    .addColumn('size', type.integer, required)
    .addColumn('description', type.text)
    .addColumn('blurhash', type.text)
    .addColumn('meta', type.json, required)
    .addColumn('error', type.text)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('version', type.integer, (column) => column.notNull().defaultTo(1))
    .execute()
  await index(db, 'media_attachment', ['account_id', 'id'])
  await index(db, 'media_attachment', ['status_id'])
  await sql`create index media_attachment_unattached on media_attachment (created_at) where status_id is null`.execute(
    db,
  )
}

async function createTimelines(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('home_entry')
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('status_id', type.id, ownedBy('status'))
    .addColumn('author_id', type.id, required)
    .addColumn('reblog_of_id', type.id)
    .addColumn('reblog_of_author_id', type.id)
    .addPrimaryKeyConstraint('home_entry_pkey', ['account_id', 'status_id'])
    .$call(narrow(db))
    .execute()
  await index(db, 'home_entry', ['status_id'])
  await db.schema
    .createTable('home_pause')
    .addColumn('account_id', type.id, (column) => ownedBy('account')(column).primaryKey())
    .addColumn('rebuilding_since', type.timestamp)
    .addColumn('paused_at', type.timestamp, required)
    .execute()
}
