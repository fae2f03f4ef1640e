import type { Tx } from '../../../kernel/core/tx.ts'
import type { ScheduledStatus } from './queries.ts'

export const PUBLISH = 'scheduled_status.publish'

/**
 * The next of a thread becomes its first, with what its first has: the client's key, the job, and why it failed, so
 * that it does not go on by itself. Nothing happens if none follows.
 *
 * @param answered id of the status that the next one answers
 */
export async function leadOn(
  tx: Tx,
  first: ScheduledStatus,
  answered: string | null,
): Promise<void> {
  const next = await tx.db
    .selectFrom('scheduled_status')
    .select(['id', 'params', 'scheduled_at'])
    .where('thread_id', '=', first.id)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (next === undefined) return
  const params = { ...next.params, in_reply_to_id: answered }
  await tx.db
    .updateTable('scheduled_status')
    .set({
      thread_id: null,
      params: JSON.stringify(params),
      key_digest: first.key_digest,
      failed_at: first.failed_at,
      error: first.error,
    })
    .where('id', '=', next.id)
    .execute()
  await tx.db
    .updateTable('scheduled_status')
    .set({ thread_id: next.id })
    .where('thread_id', '=', first.id)
    .execute()
  tx.enqueue({ kind: PUBLISH, payload: { id: next.id }, runAt: next.scheduled_at })
}
