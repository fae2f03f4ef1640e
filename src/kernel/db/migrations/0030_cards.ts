import type { Kysely } from 'kysely'
import { columnTypes, refersTo } from '../column-types.ts'

/**
 * A card stores the account that its page names as its author although the account does not allow the page
 * (S-551), and a vote stores its order among those cast together (S-561).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .alterTable('preview_card')
    .addColumn('unverified_author_account_id', type.id, refersTo('account'))
    .execute()
  await db.schema
    .createIndex('preview_card_unverified_author')
    .on('preview_card')
    .columns(['unverified_author_account_id', 'id'])
    .where('unverified_author_account_id' as never, 'is not', null)
    .execute()
  await db.schema
    .alterTable('poll_vote')
    .addColumn('place', type.integer, (column) => column.notNull().defaultTo(0))
    .execute()
}
