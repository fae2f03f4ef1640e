import type { Tx } from '../../../kernel/core/tx.ts'
import { getVisibleOriginal } from '../queries.ts'
import type { Interaction } from './favourites.ts'

/**
 * Bookmarks a status; doing it again changes nothing.
 * @returns the id of the bookmarked status
 * @throws NotFound if there is no such status or the account may not see it
 */
export async function bookmarkStatus(tx: Tx, input: Interaction): Promise<string> {
  const status = await getVisibleOriginal(tx.db, input.accountId, input.statusId)
  await tx.db
    .insertInto('bookmark')
    .values({
      id: tx.newId(),
      account_id: input.accountId,
      status_id: status.id,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'status_id']).doNothing())
    .execute()
  return status.id
}

/**
 * Removes a bookmark, also of a status that the account may no longer see (S-337).
 * @returns whether it was bookmarked
 */
export async function unbookmarkStatus(tx: Tx, input: Interaction): Promise<boolean> {
  const removed = await tx.db
    .deleteFrom('bookmark')
    .where('account_id', '=', input.accountId)
    .where('status_id', '=', input.statusId)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
