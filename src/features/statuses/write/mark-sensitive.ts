import type { Tx } from '../../../kernel/core/tx.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { insertVersion, unstoredVersion, versionOf } from '../read/history.ts'

/**
 * Hides the media of a status behind a warning, against its author's will. On a local status this
 * is an ordinary edit. A status without media, or already sensitive, does not change.
 */
export function markSensitive(tx: Tx, before: StatusRow): Promise<void> {
  return setSensitive(tx, before, true)
}

/** Undoes `markSensitive`; a status with a content warning stays sensitive (S-333). */
export async function unmarkSensitive(tx: Tx, before: StatusRow): Promise<void> {
  if (before.spoiler_text === '') await setSensitive(tx, before, false)
}

async function setSensitive(tx: Tx, before: StatusRow, sensitive: boolean): Promise<void> {
  if (before.sensitive === sensitive || before.media_ids.length === 0) return
  const original = before.local ? await unstoredVersion(tx.db, before) : null
  const edited = before.local ? { edited_at: tx.now } : {}
  await tx.db
    .updateTable('status')
    .set({ ...edited, sensitive, version: before.version + 1 })
    .where('id', '=', before.id)
    .execute()
  if (!before.local) return
  if (original !== null) await insertVersion(tx, before.id, original)
  const after = await findStatus(tx.db, before.id)
  if (after !== null) await insertVersion(tx, before.id, await versionOf(tx.db, after, tx.now))
  tx.emit({ type: 'status.edited', statusId: before.id, accountId: before.account_id })
}
