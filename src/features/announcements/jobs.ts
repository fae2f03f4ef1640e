import type { App } from '../../kernel/core/app.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { END, PUBLISH, TELL_REMOVED } from './announcements.ts'
import { endOf, findAnnouncement } from './queries.ts'

export const jobs: JobHandlers = {
  [PUBLISH]: { run: (app, { id }) => publish(app, String(id)) },
  [END]: { run: (app, { id }) => end(app, String(id)) },
  [TELL_REMOVED]: {
    run: (app, { id }) =>
      app.transact(async (tx) =>
        tx.emit({ type: 'announcement.removed', announcementId: String(id) }),
      ),
  },
}

async function publish(app: App, id: string): Promise<void> {
  await app.transact(async (tx) => {
    const row = await findAnnouncement(tx.db, id)
    if (row === null || row.ended_at !== null) return
    if (row.published_at === null) {
      // a draft, or rescheduled
      if (row.scheduled_at === null || row.scheduled_at > tx.now) return
      await tx.db
        .updateTable('announcement')
        .set({ scheduled_at: null, published_at: tx.now, updated_at: tx.now })
        .where('id', '=', id)
        .execute()
    }
    tx.emit({ type: 'announcement.published', announcementId: id })
  })
}

async function end(app: App, id: string): Promise<void> {
  await app.transact(async (tx) => {
    const row = await findAnnouncement(tx.db, id)
    if (row === null || row.ended_at !== null) return
    const at = endOf(row)
    if (at === null || at > tx.now) return
    await tx.db.updateTable('announcement').set({ ended_at: tx.now }).where('id', '=', id).execute()
    if (row.published_at === null) return
    tx.emit({ type: 'announcement.removed', announcementId: id })
  })
}
