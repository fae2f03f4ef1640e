import type { App } from '../../app.ts'
import { lockRow } from '../../db/expressions.ts'
import { idIn } from '../../db/id-in.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import type { Tx } from '../../transact.ts'
import { removeFiltered } from '../removal.ts'

const MERGE = 'notifications.merge'
/** notifications merged in one transaction */
const CHUNK = 500

/** Something that can be answered is kept back: the account decides on its sender (S-259). */
export async function requestDecision(
  tx: Tx,
  accountId: string,
  about: { fromId: string; statusId: string | null },
): Promise<void> {
  const latest = { last_status_id: about.statusId, updated_at: tx.now }
  await tx.db
    .insertInto('notification_request')
    .values({
      ...latest,
      id: tx.newId(),
      account_id: accountId,
      from_account_id: about.fromId,
      created_at: tx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'from_account_id']).doUpdateSet(latest),
    )
    .execute()
}

/** @returns whose the requests were; ids that are none of the account's count for nothing */
async function takeRequests(tx: Tx, accountId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .deleteFrom('notification_request')
    .where('account_id', '=', accountId)
    .where(idIn(tx.db, 'id', ids))
    .returning('from_account_id')
    .execute()
  return rows.map((row) => row.from_account_id)
}

/**
 * Accepts senders: nothing of theirs is kept back from now on, and a job brings what was among the other
 * notifications.
 */
export async function acceptRequests(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  for (const fromId of await takeRequests(tx, accountId, ids)) {
    const pair = { account_id: accountId, from_account_id: fromId, created_at: tx.now }
    for (const table of ['notification_permission', 'notification_merge'] as const) {
      await tx.db
        .insertInto(table)
        .values(pair)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    tx.enqueue({ kind: MERGE, payload: { accountId, fromId } })
  }
}

/** Removes what was kept back from senders; what they write later asks anew. */
export async function dismissRequests(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  const upTo = tx.newShortId()
  for (const fromId of await takeRequests(tx, accountId, ids)) {
    await removeFiltered(tx, { accountId, fromId, upTo })
  }
}

/** Whoever is blocked or muted is accepted no more, and asks for nothing. */
export async function withdraw(tx: Tx, accountId: string, fromId: string): Promise<void> {
  for (const table of ['notification_permission', 'notification_request'] as const) {
    await tx.db
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('from_account_id', '=', fromId)
      .execute()
  }
}

export const mergeJobs: JobHandlers = {
  [MERGE]: {
    run: (app, { accountId, fromId }) => merge(app, String(accountId), String(fromId)),
  },
}

async function merge(app: App, accountId: string, fromId: string): Promise<void> {
  while ((await app.transact((tx) => mergeSome(tx, accountId, fromId))) === CHUNK);
  await app.transact((tx) => finishMerge(tx, accountId, fromId))
}

/** Each stays alone: its group, if it had one, is over. @returns how many were merged */
async function mergeSome(tx: Tx, accountId: string, fromId: string): Promise<number> {
  const some = await tx.db
    .selectFrom('notification')
    .select('id')
    .where('account_id', '=', accountId)
    .where('from_account_id', '=', fromId)
    .where('filtered', '=', true)
    .orderBy('id')
    .limit(CHUNK)
    .execute()
  const ids = some.map(({ id }) => id)
  await tx.db
    .updateTable('notification')
    .set({ filtered: false })
    .where(idIn(tx.db, 'id', ids))
    .execute()
  return some.length
}

/** Tells when nothing is being merged any more. */
async function finishMerge(tx: Tx, accountId: string, fromId: string): Promise<void> {
  // of two that finish at once, the second one sees that the first is through
  await lockRow(tx.db, 'account', accountId)
  const gone = await tx.db
    .deleteFrom('notification_merge')
    .where('account_id', '=', accountId)
    .where('from_account_id', '=', fromId)
    .returning('account_id')
    .executeTakeFirst()
  if (gone === undefined) return
  const other = await tx.db
    .selectFrom('notification_merge')
    .select('account_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  if (other === undefined) tx.emit({ type: 'notifications.merged', accountId })
}
