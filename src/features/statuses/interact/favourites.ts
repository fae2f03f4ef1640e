import { Forbidden } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { freeUri } from '../../../kernel/db/free-uri.ts'
import { hasBlocked } from '../../relationships/blocks-of-pair.ts'
import { getVisibleOriginal } from '../queries.ts'

export interface Interaction {
  accountId: string
  statusId: string
}

/**
 * Makes a status one of the account's favourites; doing it again changes nothing.
 *
 * @param input.uri id of the Like when another server sent it
 * @returns the id of the favourited status: for a reblog, of its original
 * @throws NotFound if there is no such status or the account may not see it
 * @throws Forbidden if the account blocks its author
 */
export async function favouriteStatus(
  tx: Tx,
  input: Interaction & { uri?: string },
): Promise<string> {
  const status = await getVisibleOriginal(tx.db, input.accountId, input.statusId)
  await refuseBlocked(tx.db, input.accountId, status)
  const added = await tx.db
    .insertInto('favourite')
    .values({
      id: tx.newId(),
      account_id: input.accountId,
      status_id: status.id,
      uri: await freeUri(tx.db, 'favourite', input.uri),
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'status_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) return status.id
  tx.addToCount('status_stats.favourites_count', status.id, 1)
  tx.emit({
    type: 'status.favourited',
    statusId: status.id,
    accountId: input.accountId,
    favouriteId: added.id,
  })
  return status.id
}

/**
 * An account cannot favourite or reblog a status of an account that it blocks.
 * @throws Forbidden
 */
export async function refuseBlocked(
  db: Db,
  accountId: string,
  status: { account_id: string },
): Promise<void> {
  if (await hasBlocked(db, { accountId, targetId: status.account_id })) throw new Forbidden()
}

/**
 * Removes a favourite, also of a status that the account may no longer see (S-337).
 * @returns whether it was a favourite
 */
export async function unfavouriteStatus(tx: Tx, input: Interaction): Promise<boolean> {
  const removed = await tx.db
    .deleteFrom('favourite')
    .where('account_id', '=', input.accountId)
    .where('status_id', '=', input.statusId)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) return false
  tx.addToCount('status_stats.favourites_count', input.statusId, -1)
  tx.emit({
    type: 'status.unfavourited',
    statusId: input.statusId,
    accountId: input.accountId,
    favouriteId: removed.id,
  })
  return true
}
