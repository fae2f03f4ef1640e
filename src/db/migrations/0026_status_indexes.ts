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
 * What a page reads of every status is in one index again, with the columns that came after the index. Indexes of
 * what most statuses do not have are of those that have it: they are smaller, and SQLite no longer walks the one of
 * reblogs to find what is none, which took a local timeline through all that came from elsewhere.
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
