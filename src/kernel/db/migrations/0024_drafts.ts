import type { Kysely } from 'kysely'
import { columnTypes, ownedBy, refersTo } from '../column-types.ts'

/** Drafts, and the media that they use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('draft')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('change_id', type.id, (column) => column.notNull())
    .addColumn('in_reply_to_id', type.id, refersTo('status'))
    .addColumn('quoted_status_id', type.id, refersTo('status'))
    .addColumn('visibility', type.text)
    .addColumn('quote_approval_policy', type.text)
    .addColumn('language', type.text)
    .addColumn('scheduled_at', type.timestamp)
    .addColumn('posts', type.json, (column) => column.notNull())
    .addColumn('created_at', type.timestamp, (column) => column.notNull())
    .addColumn('updated_at', type.timestamp, (column) => column.notNull())
    .execute()
  for (const columns of [['account_id', 'change_id'], ['in_reply_to_id'], ['quoted_status_id']]) {
    const name = `draft_${columns.join('_')}`
    await db.schema.createIndex(name).on('draft').columns(columns).execute()
  }
  await db.schema
    .createTable('draft_media')
    .addColumn('draft_id', type.id, ownedBy('draft'))
    .addColumn('media_id', type.id, ownedBy('media_attachment'))
    .addPrimaryKeyConstraint('draft_media_primary_key', ['draft_id', 'media_id'])
    .execute()
  await db.schema.createIndex('draft_media_media_id').on('draft_media').column('media_id').execute()
}
