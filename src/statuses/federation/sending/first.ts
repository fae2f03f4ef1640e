import type { Document } from '../../../activitypub/as2.ts'
import { enqueueDelivery } from '../../../activitypub/delivery/enqueue.ts'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../transact.ts'
import { createOf } from '../presenting/activities.ts'
import { loadAnnounces } from '../presenting/announce.ts'
import { loadNotes } from '../presenting/note.ts'
import { loadFirstInboxes, loadReblogInboxes } from './reach.ts'
import { findSentStatus, type SentStatus } from './sent.ts'

/** Where the servers of more followers than this would be looked for, others would wait for that. */
const MANY_FOLLOWERS = 5_000

/** Sends a new status or reblog in this transaction; for what very many follow, a job does it. */
export async function sendFirst(tx: Tx, status: SentStatus): Promise<void> {
  if (status.followers_count > MANY_FOLLOWERS) {
    tx.enqueue({ kind: 'status.send_first', payload: { statusId: status.id } })
    return
  }
  await enqueueFirst(tx, status, await loadInboxesFor(tx.db, status))
}

/** The same from outside of a transaction. */
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

/** What a reblog is of, deleted or not. */
export async function findOriginal(db: Db, { reblog_of_id }: SentStatus) {
  const row = await db
    .selectFrom('status')
    .select(['uri', 'account_id', 'local', 'deleted_at'])
    .where('id', '=', reblog_of_id)
    .executeTakeFirst()
  return row ?? null
}

async function enqueueFirst(tx: Tx, status: SentStatus, inboxes: string[]): Promise<void> {
  // most are read by people here alone: then nothing is rendered
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
