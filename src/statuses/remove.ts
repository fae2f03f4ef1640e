import { unindexStatus } from '../db/search/statuses.ts'
import { detachMedia } from '../media/attachments.ts'
import { keepAsEvidence } from '../media/evidence.ts'
import { removeUnattached } from '../media/jobs.ts'
import type { Tx } from '../transact.ts'
import { isNeededByStaff } from './evidence.ts'
import { getOwnStatus, type StatusRow } from './queries.ts'

/**
 * Deletes a status softly: from now on nobody sees it, its reblogs go with it (S-153), and a job
 * removes the rows later unless a report needs them (S-151).
 *
 * @param input.deleteMedia remove its media at once instead of keeping them for a new post (S-154)
 * @throws NotFound if it is not the account's own
 */
export async function deleteStatus(
  tx: Tx,
  input: { accountId: string; statusId: string; deleteMedia: boolean },
): Promise<void> {
  const status = await getOwnStatus(tx.db, input.accountId, input.statusId)
  await removeStatus(tx, status, input.deleteMedia)
}

/** The same for a status whose owner agrees, or is overruled. */
export async function removeStatus(tx: Tx, status: StatusRow, deleteMedia: boolean): Promise<void> {
  await discard(tx, status)
  if (status.reblog_of_id !== null) return
  await discardReblogs(tx, status.id)
  await tx.db.deleteFrom('status_pin').where('status_id', '=', status.id).execute()
  await unindexStatus(tx.db, status.id)
  const needed = await isNeededByStaff(tx.db, status.id)
  if (needed) await keepAsEvidence(tx, [status])
  if (needed && deleteMedia) return
  const mediaIds = await detachMedia(tx, status.id)
  if (deleteMedia && mediaIds.length > 0) await removeUnattached(tx, mediaIds)
}

async function discard(tx: Tx, status: StatusRow): Promise<void> {
  const gone = await tx.db
    .updateTable('status')
    .set((eb) => ({ deleted_at: tx.now, version: eb('version', '+', 1) }))
    .where('id', '=', status.id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (gone === undefined) return
  if (status.visibility !== 'direct' && !status.quiet) {
    tx.addToCount('account_stats.statuses_count', status.account_id, -1)
  }
  if (status.reblog_of_id !== null) {
    tx.addToCount('status_stats.reblogs_count', status.reblog_of_id, -1)
  }
  const countedAsReply = status.visibility === 'public' || status.visibility === 'unlisted'
  if (status.in_reply_to_id !== null && countedAsReply) {
    tx.addToCount('status_stats.replies_count', status.in_reply_to_id, -1)
  }
  tx.emit({
    type: 'status.deleted',
    statusId: status.id,
    accountId: status.account_id,
    reblogOfId: status.reblog_of_id,
  })
}

const REBLOGS_AT_ONCE = 500

/** Deletes the reblogs of a status; a job goes on where they are very many. */
export async function discardReblogs(tx: Tx, statusId: string): Promise<void> {
  const reblogs = await tx.db
    .selectFrom('status')
    .selectAll()
    .where('reblog_of_id', '=', statusId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(REBLOGS_AT_ONCE)
    .execute()
  for (const reblog of reblogs) await discard(tx, reblog)
  if (reblogs.length === REBLOGS_AT_ONCE) {
    tx.enqueue({ kind: 'status.discard_reblogs', payload: { statusId } })
  }
}
