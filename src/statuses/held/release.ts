import { type HeldItem, takeHeld } from '../../automod/held.ts'
import { Forbidden, NotFound, Unprocessable } from '../../errors.ts'
import type { Tx } from '../../transact.ts'
import { getLocalAuthor } from '../author.ts'
import { createStatus, type NewStatus } from '../create.ts'
import { findAuthor } from '../federation/author.ts'
import type { RemoteNote } from '../federation/reading/note.ts'
import { saveNote } from '../federation/save-note.ts'
import { findStatusByUri } from '../federation/stored.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { removeStatus } from '../remove.ts'
import { UNSCREENED } from '../screening/screening.ts'

/**
 * Publishes a status that a rule held back, as if it were written, or came, now.
 *
 * @returns its id; null if it was deleted at its origin meanwhile
 * @throws Unprocessable if its author may not publish any more, or what it answers or quotes is gone
 */
export async function releaseStatus(tx: Tx, item: HeldItem): Promise<string | null> {
  await takeHeld(tx, item.id)
  try {
    return item.status_id === null
      ? await releaseRemote(tx, item)
      : await releaseLocal(tx, item, item.status_id)
  } catch (error) {
    if (error instanceof Forbidden) {
      throw new Unprocessable('Its author is suspended or may not sign in; reject it instead', {
        cause: error,
      })
    }
    if (!(error instanceof NotFound)) throw error
    throw new Unprocessable(
      'What it answers or quotes is gone, or not for its author any more; reject it instead',
      { cause: error },
    )
  }
}

/** Deletes what was held back; nobody is told. */
export async function rejectHeldStatus(tx: Tx, item: HeldItem): Promise<void> {
  await takeHeld(tx, item.id)
  const shown = item.status_id === null ? null : await findStatus(tx.db, item.status_id)
  if (shown !== null) await removeStatus(tx, shown, true)
}

/** What its author saw until now makes room for the status itself, which is as new as any other. */
async function releaseLocal(tx: Tx, item: HeldItem, shownId: string): Promise<string> {
  const { author } = await getLocalAuthor(tx, item.account_id)
  const shown = await findStatus(tx.db, shownId)
  if (shown === null) throw new NotFound()
  await removeStatus(tx, shown, false)
  const input = item.input as Omit<NewStatus, 'author' | 'screening' | 'idempotencyKey'>
  const id = await createStatus(tx, {
    ...input,
    author,
    screening: UNSCREENED,
    idempotencyKey: null,
    ...(shown.conversation_id === null ? {} : { conversationId: shown.conversation_id }),
  })
  await takeOver(tx, shown, id)
  return id
}

/** The key that it was sent with answers for it, and what its author went on with hangs on it. */
async function takeOver(tx: Tx, shown: StatusRow, id: string): Promise<void> {
  await tx.db
    .updateTable('idempotency_key')
    .set({ status_id: id })
    .where('status_id', '=', shown.id)
    .execute()
  const replies = await tx.db
    .updateTable('status')
    .set((eb) => ({ in_reply_to_id: id, version: eb('version', '+', 1) }))
    .where('in_reply_to_id', '=', shown.id)
    .where('deleted_at', 'is', null)
    .returning('visibility')
    .execute()
  const counted = replies.filter(
    ({ visibility }) => visibility === 'public' || visibility === 'unlisted',
  )
  tx.addToCount('status_stats.replies_count', id, counted.length)
}

async function releaseRemote(tx: Tx, item: HeldItem): Promise<string | null> {
  const note = item.input as RemoteNote
  const author = await findAuthor(tx.db, item.account_id)
  if (author === null) throw new Forbidden()
  const parent = note.inReplyTo === null ? null : await findStatusByUri(tx.db, note.inReplyTo)
  const told = { author, note, delivered: true, parent, ancestors: 0 }
  const status = await saveNote(tx, { ...told, screening: UNSCREENED, released: true })
  return status?.id ?? null
}
