import { enqueueDelivery } from '../../../../kernel/activitypub/delivery/enqueue.ts'
import type { App } from '../../../../kernel/core/app.ts'
import type { JobHandlers } from '../../../../kernel/jobs/handlers.ts'
import { deleteOf, updateOf } from '../presenting/activities.ts'
import { loadNotes, type Presented } from '../presenting/note.ts'
import { loadReachedInboxes, loadUpdateInboxes } from './recipients.ts'
import { SEND_FIRST, sendFirstLater } from './send-new.ts'
import { findSentStatus, type SentStatus } from './sent-status.ts'

/** Deliveries to very many inboxes, or to every server that has a copy of a status. */
export const jobs: JobHandlers = {
  [SEND_FIRST]: {
    run: (app, { statusId }) => sendFirstLater(app, String(statusId)),
  },
  'status.send_update': {
    async run(app, { statusId }) {
      await sendUpdate(app, String(statusId), ({ editedAt, createdAt }) => editedAt ?? createdAt)
    },
  },
  'status.send_delete': {
    async run(app, { statusId }) {
      await sendDelete(app, String(statusId))
    },
  },
  'poll.send_figures': {
    async run(app, { statusId }) {
      await sendUpdate(app, String(statusId), () => app.clock())
    },
  },
}

/** @param timeOf time of the change, ms since 1970 */
async function sendUpdate(
  app: App,
  statusId: string,
  timeOf: (note: Presented) => number,
): Promise<void> {
  const status = await findSentStatus(app.db, statusId)
  if (status === null || status.deleted_at !== null) return
  const inboxes = await loadUpdateInboxes(app.slowDb, status)
  if (inboxes.length === 0) return
  await app.transact(async (tx) => {
    const note = (await loadNotes(tx.db, tx.config, [statusId], tx.now)).get(statusId)
    if (note === undefined) return
    const activity = updateOf(note, timeOf(note))
    await enqueueDelivery(tx, { ...from(status), activity, inboxes })
  })
}

async function sendDelete(app: App, statusId: string): Promise<void> {
  const status = await findSentStatus(app.db, statusId)
  if (status === null || status.deleted_at === null) return
  const inboxes = await loadReachedInboxes(app.slowDb, status)
  const activity = deleteOf(status.uri, status.account_uri)
  await app.transact((tx) => enqueueDelivery(tx, { ...from(status), activity, inboxes }))
}

function from({ id, account_id, visibility }: SentStatus) {
  return { senderId: account_id, statusId: id, synchronize: visibility === 'private' }
}
