import { type Kysely, sql } from 'kysely'
import { declareSelective } from '../statistics.ts'

const HEAD = [
  'id',
  'account_id',
  'version',
  'visibility',
  'deleted_at',
  'reblog_of_id',
  'conversation_id',
  'application_id',
  'poll_id',
  'quote_id',
  'links_collections',
  'quote_policy',
]

/**
 * One index again covers the columns that a page reads of every status, with the columns added later. Indexes of
 * rare properties become partial: they are smaller, and SQLite no longer scans the index of reblogs to find statuses
 * that are none, which took a local timeline through all remote statuses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('status_head').execute()
  await db.schema.createIndex('status_head').on('status').columns(HEAD).execute()
  await declareSelective(db, 'status', 'status_head', HEAD.length)
  for (const columns of [
    ['reblog_of_id', 'id'],
    ['in_reply_to_id'],
    ['in_reply_to_account_id'],
    ['application_id'],
  ]) {
    const name = `status_${columns.join('_')}`
    await db.schema.dropIndex(name).execute()
    await db.schema
      .createIndex(name)
      .on('status')
      .columns(columns)
      .where(sql.ref(columns[0]!), 'is not', null)
      .execute()
  }
}
