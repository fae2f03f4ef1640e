import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { removeFiltered } from '../removal.ts'

const MERGE = 'notifications.merge'
/** notifications merged per transaction */
const CHUNK = 500

/**
 * A notification that can be replied to was filtered: creates a request about its sender (S-259).
 */
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

/** @returns the senders of the requests; ids that are not requests of the account are ignored */
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
 * Accepts senders: their notifications are no longer filtered, and a job merges the filtered ones
 * into the list.
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

/** Removes the filtered notifications of senders; later ones create new requests. */
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

/** Removes acceptance and request of a blocked or muted sender. */
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

/** Merged notifications are ungrouped. @returns the number of merged notifications */
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

/** Emits an event when no merge is running any more. */
async function finishMerge(tx: Tx, accountId: string, fromId: string): Promise<void> {
  // of two concurrent merges, the second sees that the first has finished
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
