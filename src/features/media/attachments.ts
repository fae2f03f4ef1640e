import { Refused } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { MediaAttachment } from './serializer.ts'

export const MAX_ATTACHMENTS = 4

/**
 * The uploads for a status, in the requested order, without duplicates.
 *
 * @param statusId the status being edited, whose own media may stay
 * @throws Refused if one is unknown, another account's, attached elsewhere or not ready, if they
 * are too many, or if a video or audio file comes with others (S-332)
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
    throw new Refused(said('Cannot attach more than {max} files', { max: MAX_ATTACHMENTS }))
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
  refuseMissing(ids, media)
  checkTogether(media)
  return media
}

/** Whether neither a status nor a scheduled status has it. */
function isFree(row: MediaAttachment): boolean {
  return row.status_id === null && row.scheduled_status_id === null
}

export function notFound(ids: readonly string[]): Refused {
  const missing = { ids: ids.join(', ') }
  return new Refused(said('Media {ids} not found or already attached to another post', missing))
}

function refuseMissing(ids: readonly string[], taken: readonly { id: string }[]): void {
  const found = new Set(taken.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0) throw notFound(missing)
}

function checkTogether(media: readonly MediaAttachment[]): void {
  const alone = media.some((item) => item.type === 'video' || item.type === 'audio')
  if (alone && media.length > 1) {
    throw new Refused(said('Cannot attach a video to a post that already contains images'))
  }
  if (media.some((item) => item.state !== 'ready')) {
    throw new Refused(
      said('Cannot attach files that have not finished processing. Try again in a moment!'),
    )
  }
}

/**
 * Attaches uploads to a status. Its former media stay attached: the history shows them.
 * @throws Refused if one was attached elsewhere or removed meanwhile
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
  refuseMissing(ids, attached)
}

/**
 * Reserves uploads for a scheduled status.
 * @throws Refused if one was attached elsewhere or removed meanwhile
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
  refuseMissing(ids, claimed)
}

/** Undoes `claimMedia`: unattached media stay for about a day. */
export async function freeMedia(tx: Tx, scheduledId: string): Promise<void> {
  await tx.db
    .updateTable('media_attachment')
    .set({ scheduled_status_id: null, created_at: tx.now })
    .where('scheduled_status_id', '=', scheduledId)
    .execute()
}

/**
 * Detaches all media that a status ever had; after about a day the job that removes unused media
 * removes them.
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
