import type { Document } from '../../../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../../../kernel/activitypub/delivery/enqueue.ts'
import type { App } from '../../../../kernel/core/app.ts'
import type { Tx } from '../../../../kernel/core/tx.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { type CreatedStatus, loadCreatedStatus } from '../../write/created-status.ts'
import { createOf } from '../presenting/activities.ts'
import { loadAnnounces } from '../presenting/announce.ts'
import { loadNotes } from '../presenting/note.ts'
import { loadFirstInboxes, loadReblogInboxes } from './recipients.ts'
import type { SentStatus } from './sent-status.ts'

/** kind of the job that sends a new status, if that takes long or happens later */
export const SEND_FIRST = 'status.send_first'

/** With more followers than this, finding their inboxes would delay other transactions. */
const MANY_FOLLOWERS = 5_000

/** Whether a new status is sent from here; for an account that is being deleted, one Delete of the account suffices. */
export function isSent({ local, author_deleted_at }: CreatedStatus): boolean {
  return local && author_deleted_at === null
}

/** The inboxes for a new status or reblog; null if the author has so many followers that a job finds them. */
export async function findFirstInboxes(db: Db, status: CreatedStatus): Promise<string[] | null> {
  return status.followers_count > MANY_FOLLOWERS ? null : loadInboxesFor(db, status)
}

/**
 * Sends a new status or reblog in this transaction; if the author has very many followers, a job
 * sends it.
 * @param inboxes of `findFirstInboxes`
 */
export async function sendFirst(
  tx: Tx,
  status: CreatedStatus,
  inboxes: string[] | null,
): Promise<void> {
  if (inboxes === null) tx.enqueue({ kind: SEND_FIRST, payload: { statusId: status.id } })
  else await enqueueFirst(tx, status, inboxes)
}

/** As `sendFirst`, outside of a transaction. */
export async function sendFirstLater(app: App, statusId: string): Promise<void> {
  const status = await loadCreatedStatus(app.db, statusId)
  if (status === null || !isSent(status)) return
  const inboxes = await loadInboxesFor(app.slowDb, status)
  await app.transact((tx) => enqueueFirst(tx, status, inboxes))
}

async function loadInboxesFor(db: Db, status: CreatedStatus): Promise<string[]> {
  if (status.reblog_of_id === null) return loadFirstInboxes(db, status)
  const originalAuthor = status.reblog_of_author_id
  return originalAuthor === null ? [] : loadReblogInboxes(db, status, originalAuthor)
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

async function enqueueFirst(tx: Tx, status: CreatedStatus, inboxes: string[]): Promise<void> {
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
  { id, reblog_of_id }: CreatedStatus,
): Promise<Document | undefined> {
  if (reblog_of_id !== null) return (await loadAnnounces(db, config, [id], now)).get(id)
  const note = (await loadNotes(db, config, [id], now)).get(id)
  return note === undefined ? undefined : createOf(note)
}
