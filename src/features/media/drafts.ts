import { type ExpressionBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRows } from '../../kernel/db/expressions.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { Schema } from '../../kernel/db/schema.ts'
import type { MediaAttachment } from './serializer.ts'

type Builder = ExpressionBuilder<Schema, 'media_attachment'>

/** Whether no draft references the row of `media_attachment`. */
export function inNoDraft(eb: Builder) {
  const naming = eb
    .selectFrom('draft_media')
    .select(sql.lit(1).as('one'))
    .whereRef('draft_media.media_id', '=', 'media_attachment.id')
  return eb.not(eb.exists(naming))
}

/** Whether neither a status nor a scheduled status has the row of `media_attachment`. */
function isFree(eb: Builder) {
  return eb.and([eb('status_id', 'is', null), eb('scheduled_status_id', 'is', null)])
}

/**
 * Reserves uploads of the account for a draft, in addition to those that it has; the latter may
 * have been attached to a status meanwhile.
 *
 * @returns whether all are the account's own, and unattached if they are new to the draft
 */
export async function reserveForDraft(
  tx: Tx,
  draft: { id: string; accountId: string },
  wanted: readonly string[],
): Promise<boolean> {
  const known = new Set(await mediaOfDraft(tx.db, draft.id))
  const ids = wanted.filter((id) => !known.has(id))
  if (ids.length === 0) return true
  await lockRows(tx.db, 'media_attachment', ids)
  const rows = await tx.db
    .selectFrom('media_attachment')
    .select('id')
    .where(idIn(tx.db, 'id', ids))
    .where('account_id', '=', draft.accountId)
    .where('state', '!=', 'failed')
    .where(isFree)
    .execute()
  if (rows.length !== ids.length) return false
  await tx.db
    .insertInto('draft_media')
    .values(rows.map(({ id }) => ({ draft_id: draft.id, media_id: id })))
    .execute()
  return true
}

/** Removes the draft's other media. Unattached media stay for about a day, like new uploads. */
export async function reserveOnlyForDraft(
  tx: Tx,
  draftId: string,
  ids: readonly string[],
): Promise<void> {
  const kept = new Set(ids)
  const dropped = (await mediaOfDraft(tx.db, draftId)).filter((id) => !kept.has(id))
  if (dropped.length === 0) return
  await tx.db
    .deleteFrom('draft_media')
    .where('draft_id', '=', draftId)
    .where(idIn(tx.db, 'media_id', dropped))
    .execute()
  await tx.db
    .updateTable('media_attachment')
    .set({ created_at: tx.now })
    .where(idIn(tx.db, 'id', dropped))
    .where(isFree)
    .execute()
}

/** Removes a medium from all drafts, as its owner removes it. */
export async function removeFromDrafts(tx: Tx, mediaId: string): Promise<void> {
  await tx.db.deleteFrom('draft_media').where('media_id', '=', mediaId).execute()
}

async function mediaOfDraft(db: Db, draftId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('draft_media')
    .select('media_id')
    .where('draft_id', '=', draftId)
    .execute()
  return rows.map((row) => row.media_id)
}

/** The drafts' media that can still be published, by id. */
export async function loadDraftMedia(
  db: Db,
  draftIds: readonly string[],
): Promise<Map<string, MediaAttachment>> {
  const rows = await db
    .selectFrom('media_attachment')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('draft_media')
        .select('draft_media.media_id')
        .where(idIn(db, 'draft_media.draft_id', draftIds)),
    )
    .where('state', '!=', 'failed')
    .where(isFree)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
