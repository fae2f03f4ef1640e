import type { Visibility } from '../db/schema.ts'
import type { Tx } from '../transact.ts'

/** Counts a new status or reblog for its author; direct ones count for nobody. */
export async function countForAuthor(
  tx: Tx,
  accountId: string,
  visibility: Visibility,
): Promise<void> {
  if (visibility === 'direct') return
  tx.addToCount('account_stats.statuses_count', accountId, 1)
  await tx.db
    .updateTable('account_stats')
    .set({ last_status_at: tx.now })
    .where('account_id', '=', accountId)
    .execute()
}
