import { DAY } from '../../kernel/base/durations.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { unqueueJob } from '../../kernel/jobs/queue.ts'

const EXPIRE = 'poll.expire'
/**
 * maximum of ms that a job waits: remote servers choose the end, possibly years after the poll is
 * deleted (A80)
 */
const LONGEST = 30 * DAY

/**
 * Schedules the end of a poll, replacing an earlier schedule.
 * @param at ms since 1970; null: no end
 */
export async function expectEnd(tx: Tx, pollId: string, at: number | null): Promise<void> {
  await unqueueJob(tx.db, EXPIRE, pollId)
  if (at === null) return
  const runAt = Math.min(at, tx.now + LONGEST)
  tx.enqueue({ kind: EXPIRE, payload: { pollId }, uniqueKey: pollId, runAt })
}

/** At its end voters and author are notified, once (S-344). */
export const jobs: JobHandlers = {
  [EXPIRE]: {
    async run(app, payload) {
      const pollId = String(payload.pollId)
      await app.transact(async (tx) => {
        const ended = await tx.db
          .updateTable('poll')
          .set({ expired_notified: true })
          .where('id', '=', pollId)
          .where('expired_notified', '=', false)
          .where('expires_at', '<=', tx.now)
          .returning('status_id')
          .executeTakeFirst()
        if (ended === undefined) await expectEndAgain(tx, pollId)
        else if (ended.status_id) {
          tx.emit({ type: 'poll.expired', pollId, statusId: ended.status_id })
        }
      })
    },
  },
}

async function expectEndAgain(tx: Tx, pollId: string): Promise<void> {
  const open = await tx.db
    .selectFrom('poll')
    .select('expires_at')
    .where('id', '=', pollId)
    .where('expired_notified', '=', false)
    .where('expires_at', '>', tx.now)
    .executeTakeFirst()
  if (open !== undefined) await expectEnd(tx, pollId, open.expires_at)
}
