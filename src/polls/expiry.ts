import type { JobHandlers } from '../jobs/handlers.ts'

/** At its end voters and author are told, once (S-344). */
export const jobs: JobHandlers = {
  'poll.expire': {
    async run(app, payload) {
      const pollId = String(payload.pollId)
      await app.transact(async (tx) => {
        const ended = await tx.db
          .updateTable('poll')
          .set({ expired_notified: true })
          .where('id', '=', pollId)
          .where('expired_notified', '=', false)
          // an edit may have moved its end: then another job waits for that
          .where('expires_at', '<=', tx.now)
          .returning('status_id')
          .executeTakeFirst()
        if (ended?.status_id) {
          tx.emit({ type: 'poll.expired', pollId, statusId: ended.status_id })
        }
      })
    },
  },
}
