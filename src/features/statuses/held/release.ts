import { Forbidden, NotFound, Unprocessable } from '../../../kernel/base/errors.ts'
import { isForAll } from '../../../kernel/core/audience-rules.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { type HeldItem, takeHeld } from '../../automod/held.ts'
import { findStatusByUri } from '../federation/queries.ts'
import type { RemoteNote } from '../federation/reading/note.ts'
import { findAuthor } from '../federation/remote-author.ts'
import { saveNote } from '../federation/save-note.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { UNSCREENED } from '../screening/screening.ts'
import { getLocalAuthor } from '../write/author.ts'
import { createStatus, type NewStatus } from '../write/create.ts'
import { removeStatus } from '../write/remove.ts'

/**
 * Publishes a held status as if it were written, or had arrived, now.
 *
 * @returns its id; null if it was deleted at its origin meanwhile
 * @throws Unprocessable if its author may no longer publish, or the status that it replies to or
 * quotes is gone
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

/** Deletes a held status; nobody gets a notification. */
export async function rejectHeldStatus(tx: Tx, item: HeldItem): Promise<void> {
  await takeHeld(tx, item.id)
  const shown = item.status_id === null ? null : await findStatus(tx.db, item.status_id)
  if (shown !== null) await removeStatus(tx, shown, true)
}

/** Replaces the author's placeholder with the status itself, dated now. */
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

/** Moves the placeholder's idempotency key and replies to the status. */
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
  const counted = replies.filter(isForAll)
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
