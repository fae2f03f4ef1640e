import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { Unprocessable, ValidationFailed } from '../errors.ts'
import { said } from '../text/said.ts'
import type { Tx } from '../transact.ts'
import type { MediaAttachment } from './serializer.ts'

export const MAX_ATTACHMENTS = 4

/**
 * The uploads that a status is to have, in the order asked for, each once.
 *
 * @param statusId the status being edited, whose own media may stay
 * @throws ValidationFailed if one is unknown, foreign, attached elsewhere or not ready, if they are
 *   too many, or if a film or sound comes with others (S-332)
 */
export async function checkMedia(
  db: Db,
  accountId: string,
  wanted: readonly string[],
  statusId: string | null = null,
): Promise<MediaAttachment[]> {
  const ids = [...new Set(wanted)]
  if (ids.length === 0) return []
  if (ids.length > MAX_ATTACHMENTS) {
    throw new ValidationFailed(
      said('Cannot attach more than {max} files', { max: MAX_ATTACHMENTS }),
    )
  }
  const rows = await db
    .selectFrom('media_attachment')
    .selectAll()
    .where(idIn(db, 'id', ids))
    .where('account_id', '=', accountId)
    .execute()
  const usable = rows.filter(
    (row) => isFree(row) || (statusId !== null && row.status_id === statusId),
  )
  const found = new Map(usable.map((row) => [row.id, row]))
  const media = ids.map((id) => found.get(id)).filter((row) => row !== undefined)
  if (media.length !== ids.length) throw notFound()
  checkTogether(media)
  return media
}

/** Whether nothing has it, nor will have it. */
function isFree(row: MediaAttachment): boolean {
  return row.status_id === null && row.scheduled_status_id === null
}

function notFound(): ValidationFailed {
  return new ValidationFailed('Media attachments not found or attached to another post')
}

function checkTogether(media: readonly MediaAttachment[]): void {
  const alone = media.some((item) => item.type === 'video' || item.type === 'audio')
  if (alone && media.length > 1) {
    throw new ValidationFailed('Cannot attach a video to a post that already contains images')
  }
  if (media.some((item) => item.state !== 'ready')) {
    throw new Unprocessable('Cannot attach files that have not finished processing. Try again soon')
  }
}

/**
 * Gives uploads to a status. What it had before stays its own: the history shows it.
 * @throws ValidationFailed if one went to another status or was removed meanwhile
 */
export async function attachMedia(
  tx: Tx,
  statusId: string,
  media: readonly MediaAttachment[],
): Promise<void> {
  const ids = media.filter((item) => item.status_id === null).map((item) => item.id)
  if (ids.length === 0) return
  const attached = await tx.db
    .updateTable('media_attachment')
    .set({ status_id: statusId })
    .where(idIn(tx.db, 'id', ids))
    .where('status_id', 'is', null)
    .where('scheduled_status_id', 'is', null)
    .returning('id')
    .execute()
  if (attached.length !== ids.length) throw notFound()
}

/**
 * Keeps uploads for a status that is to be published later.
 * @throws ValidationFailed if one went to another status or was removed meanwhile
 */
export async function claimMedia(
  tx: Tx,
  scheduledId: string,
  media: readonly MediaAttachment[],
): Promise<void> {
  if (media.length === 0) return
  const ids = media.map((item) => item.id)
  const claimed = await tx.db
    .updateTable('media_attachment')
    .set({ scheduled_status_id: scheduledId })
    .where(idIn(tx.db, 'id', ids))
    .where('status_id', 'is', null)
    .where('scheduled_status_id', 'is', null)
    .returning('id')
    .execute()
  if (claimed.length !== ids.length) throw notFound()
}

/** Takes back `claimMedia`: what no status gets is kept for about a day. */
export async function freeMedia(tx: Tx, scheduledId: string): Promise<void> {
  await tx.db
    .updateTable('media_attachment')
    .set({ scheduled_status_id: null, created_at: tx.now })
    .where('scheduled_status_id', '=', scheduledId)
    .execute()
}

/**
 * Frees all media that a status ever had, for about a day: then the job that removes unused ones
 * takes them.
 *
 * @returns their ids
 */
export async function detachMedia(tx: Tx, statusId: string): Promise<string[]> {
  const rows = await tx.db
    .updateTable('media_attachment')
    .set({ status_id: null, created_at: tx.now })
    .where('status_id', '=', statusId)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
