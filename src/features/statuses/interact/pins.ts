import { ValidationFailed } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { getVisibleStatus } from '../queries.ts'
import type { Interaction } from './favourites.ts'

export const MAX_PINNED = 5

/**
 * Pins a status to its author's profile.
 *
 * @throws NotFound if the account cannot see it
 * @returns the id of the status
 * @throws ValidationFailed if it is a reblog, another account's, direct, pinned already, or beyond
 * the limit; a deleted status has lost its pin (S-157, S-158)
 */
export async function pinStatus(tx: Tx, input: Interaction): Promise<string> {
  await lockRow(tx.db, 'account', input.accountId)
  const status = await getVisibleStatus(tx.db, input.accountId, input.statusId)
  if (status.reblog_of_id !== null) throw new ValidationFailed('A boost cannot be pinned')
  if (status.account_id !== input.accountId) {
    throw new ValidationFailed("Someone else's post cannot be pinned")
  }
  if (status.visibility === 'direct') {
    throw new ValidationFailed('Posts that are only visible to mentioned users cannot be pinned')
  }
  const pinned = await tx.db
    .selectFrom('status_pin')
    .select('status_id')
    .where('account_id', '=', input.accountId)
    .execute()
  if (pinned.some((pin) => pin.status_id === status.id)) {
    throw new ValidationFailed('Status has already been taken')
  }
  if (pinned.length >= MAX_PINNED) {
    throw new ValidationFailed('You have already pinned the maximum number of posts')
  }
  await tx.db
    .insertInto('status_pin')
    .values({
      id: tx.newId(),
      account_id: input.accountId,
      status_id: status.id,
      created_at: tx.now,
    })
    .execute()
  tx.emit({ type: 'status.pinned', statusId: status.id, accountId: input.accountId })
  return status.id
}

/**
 * Unpins a status; unpinning an unpinned one changes nothing (S-159).
 * @throws NotFound if the account cannot see it
 */
export async function unpinStatus(tx: Tx, input: Interaction): Promise<string> {
  const status = await getVisibleStatus(tx.db, input.accountId, input.statusId)
  const removed = await tx.db
    .deleteFrom('status_pin')
    .where('account_id', '=', input.accountId)
    .where('status_id', '=', input.statusId)
    .returning('id')
    .executeTakeFirst()
  if (removed !== undefined) {
    tx.emit({ type: 'status.unpinned', statusId: status.id, accountId: input.accountId })
  }
  return status.id
}

/** More than other servers allow. */
const MOST_KEPT = 20

/**
 * Stores a pin that another server announces; doing it again changes nothing.
 * @param input.statusId of a status of the same account
 */
export async function savePin(tx: Tx, { accountId, statusId }: Interaction): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  const pinned = await pinnedIds(tx, accountId)
  if (pinned.length < MOST_KEPT) await insertPins(tx, accountId, [statusId])
}

/** Replaces the pinned statuses of a remote account with these. */
export async function savePins(
  tx: Tx,
  accountId: string,
  statusIds: readonly string[],
): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  const gone = (await pinnedIds(tx, accountId)).filter((id) => !statusIds.includes(id))
  if (gone.length > 0) {
    await tx.db
      .deleteFrom('status_pin')
      .where('account_id', '=', accountId)
      .where(idIn(tx.db, 'status_id', gone))
      .execute()
  }
  // a collection starts with its newest pin, which gets the greatest id
  await insertPins(tx, accountId, statusIds.slice(0, MOST_KEPT).toReversed())
}

async function pinnedIds(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('status_pin')
    .select('status_id')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map((row) => row.status_id)
}

async function insertPins(tx: Tx, accountId: string, statusIds: readonly string[]): Promise<void> {
  if (statusIds.length === 0) return
  await tx.db
    .insertInto('status_pin')
    .values(
      statusIds.map((status_id) => ({
        id: tx.newId(),
        account_id: accountId,
        status_id,
        created_at: tx.now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'status_id']).doNothing())
    .execute()
}
