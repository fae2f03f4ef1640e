import type { Document } from '../../../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../../../kernel/activitypub/delivery/enqueue.ts'
import type { App } from '../../../../kernel/core/app.ts'
import type { Tx } from '../../../../kernel/core/tx.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { createOf } from '../presenting/activities.ts'
import { loadAnnounces } from '../presenting/announce.ts'
import { loadNotes } from '../presenting/note.ts'
import { loadFirstInboxes, loadReblogInboxes } from './recipients.ts'
import { findSentStatus, type SentStatus } from './sent-status.ts'

/** kind of the job that sends a new status, if that takes long or happens later */
export const SEND_FIRST = 'status.send_first'

/** With more followers than this, finding their inboxes would delay other transactions. */
const MANY_FOLLOWERS = 5_000

/**
 * Sends a new status or reblog in this transaction; if the author has very many followers, a job
 * sends it.
 */
export async function sendFirst(tx: Tx, status: SentStatus): Promise<void> {
  if (status.followers_count > MANY_FOLLOWERS) {
    tx.enqueue({ kind: SEND_FIRST, payload: { statusId: status.id } })
    return
  }
  await enqueueFirst(tx, status, await loadInboxesFor(tx.db, status))
}

/** As `sendFirst`, outside of a transaction. */
export async function sendFirstLater(app: App, statusId: string): Promise<void> {
  const status = await findSentStatus(app.db, statusId)
  if (status === null || status.deleted_at !== null) return
  const inboxes = await loadInboxesFor(app.slowDb, status)
  await app.transact((tx) => enqueueFirst(tx, status, inboxes))
}

async function loadInboxesFor(db: Db, status: SentStatus): Promise<string[]> {
  if (status.reblog_of_id === null) return loadFirstInboxes(db, status)
  const original = await findOriginal(db, status)
  return original === null ? [] : loadReblogInboxes(db, status, original.account_id)
}

/** The original of a reblog, including a deleted one. */
export async function findOriginal(db: Db, { reblog_of_id }: SentStatus) {
  const row = await db
    .selectFrom('status')
    .select(['uri', 'account_id', 'local', 'deleted_at'])
    .where('id', '=', reblog_of_id)
    .executeTakeFirst()
  return row ?? null
}

async function enqueueFirst(tx: Tx, status: SentStatus, inboxes: string[]): Promise<void> {
  // most statuses have only local readers: rendering is skipped
  if (inboxes.length === 0) return
  const activity = await activityOf(tx, status)
  if (activity === undefined) return
  await enqueueDelivery(tx, {
    senderId: status.account_id,
    activity,
    inboxes,
    statusId: status.id,
    synchronize: status.visibility === 'private',
  })
}

async function activityOf(
  { db, config, now }: Tx,
  { id, reblog_of_id }: SentStatus,
): Promise<Document | undefined> {
  if (reblog_of_id !== null) return (await loadAnnounces(db, config, [id], now)).get(id)
  const note = (await loadNotes(db, config, [id], now)).get(id)
  return note === undefined ? undefined : createOf(note)
}
