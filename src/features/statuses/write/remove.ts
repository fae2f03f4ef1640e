import { isForAll } from '../../../kernel/core/audience-rules.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { unindexStatus } from '../../../kernel/db/search/statuses.ts'
import { detachMedia } from '../../media/attachments.ts'
import { retainAsEvidence } from '../../media/evidence.ts'
import { removeUnattached } from '../../media/jobs.ts'
import { unlistUnderTags } from '../../tags/tags.ts'
import { getOwnStatus, type StatusRow } from '../queries.ts'
import { isNeededByStaff } from './evidence.ts'

/**
 * Deletes a status softly: it disappears for everybody at once, its reblogs go with it (S-153), and
 * a job removes the rows later unless a report needs them (S-151).
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

/**
 * As `deleteStatus`, without the owner check: the owner agrees, or a moderator overrules the owner.
 * @returns how many statuses were discarded, with reblogs
 */
export async function removeStatus(
  tx: Tx,
  status: StatusRow,
  deleteMedia: boolean,
): Promise<number> {
  await discard(tx, status)
  if (status.reblog_of_id !== null) return 1
  const reblogs = await discardReblogs(tx, status.id)
  if (reblogs === REBLOGS_AT_ONCE) enqueueReblogs(tx, status.id)
  await tx.db.deleteFrom('status_pin').where('status_id', '=', status.id).execute()
  await unindexStatus(tx.db, status.id)
  const needed = await isNeededByStaff(tx.db, status.id)
  if (needed) await retainAsEvidence(tx, [status])
  if (needed && deleteMedia) return 1 + reblogs
  const mediaIds = await detachMedia(tx, status.id)
  if (deleteMedia && mediaIds.length > 0) await removeUnattached(tx, mediaIds)
  return 1 + reblogs
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
  if (status.reblog_of_id === null) await unlistUnderTags(tx.db, status.id)
  else {
    tx.addToCount('status_stats.reblogs_count', status.reblog_of_id, -1)
  }
  if (status.in_reply_to_id !== null && isForAll(status)) {
    tx.addToCount('status_stats.replies_count', status.in_reply_to_id, -1)
  }
  tx.emit({
    type: 'status.deleted',
    statusId: status.id,
    accountId: status.account_id,
    reblogOfId: status.reblog_of_id,
  })
}

/** per transaction: each has counters, notifications and events of its own */
export const REBLOGS_AT_ONCE = 20

/** A job for the reblogs of a status that has more than one transaction discards. */
export const DISCARD_REBLOGS = 'status.discard_reblogs'

function enqueueReblogs(tx: Tx, statusId: string): void {
  tx.enqueue({ kind: DISCARD_REBLOGS, payload: { statusId } })
}

/** Deletes some reblogs of a status. @returns how many; fewer than `REBLOGS_AT_ONCE` means that none is left */
export async function discardReblogs(tx: Tx, statusId: string): Promise<number> {
  const reblogs = await tx.db
    .selectFrom('status')
    .selectAll()
    .where('reblog_of_id', '=', statusId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(REBLOGS_AT_ONCE)
    .execute()
  for (const reblog of reblogs) await discard(tx, reblog)
  return reblogs.length
}
