import { HOUR } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRows } from '../../kernel/db/expressions.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { sweepUploadedFiles } from '../../kernel/http/body/uploaded-file.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { inNoDraft } from './drafts.ts'
import { returnEvidence } from './evidence.ts'
import { SWEEP_INTERVAL, sweepOrphans } from './orphans.ts'
import { processMedia, removeFiles } from './process.ts'

/** ms that unattached media stay (S-154) */
const UNATTACHED_AGE = 24 * HOUR
const ROWS_AT_ONCE = 100

export const jobs: JobHandlers = {
  'media.process': {
    maxAttempts: 4,
    run: (app, payload) => processMedia(app, String(payload.mediaId)),
  },
  'media.remove_files': {
    async run(app, payload) {
      await app.storage.remove(payload.keys as string[])
    },
  },
  'media.remove_unattached': {
    every: HOUR,
    run: removeOldUnattached,
  },
  'media.sweep_orphans': {
    every: SWEEP_INTERVAL,
    run: sweepOrphans,
  },
  'media.sweep_temporary': {
    every: HOUR,
    async run(app) {
      await app.storage.sweepTemporary()
      await sweepUploadedFiles()
    },
  },
}

async function removeOldUnattached(app: App): Promise<void> {
  for (;;) {
    const rows = await app.db
      .selectFrom('media_attachment')
      .select('id')
      .where('status_id', 'is', null)
      .where('scheduled_status_id', 'is', null)
      .where('created_at', '<', app.clock() - UNATTACHED_AGE)
      .where(inNoDraft)
      .limit(ROWS_AT_ONCE)
      .execute()
    await removeMedia(
      app,
      rows.map((row) => row.id),
    )
    if (rows.length < ROWS_AT_ONCE) return
  }
}

async function removeMedia(app: App, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await app.transact((tx) => removeUnattached(tx, ids))
}

/**
 * Removes media without a status, scheduled status or draft: rows now, files by a job, so a crash
 * loses neither. Media that the staff may need (S-151) stay with the deleted status that had them.
 */
export async function removeUnattached(tx: Tx, ids: readonly string[]): Promise<void> {
  // from here on, new references of drafts are visible
  await lockRows(tx.db, 'media_attachment', ids)
  await returnEvidence(tx, ids)
  const rows = await tx.db
    .deleteFrom('media_attachment')
    .where(idIn(tx.db, 'id', ids))
    .where('status_id', 'is', null)
    .where('scheduled_status_id', 'is', null)
    .where(inNoDraft)
    .returning(['file_key', 'preview_key', 'upload_key'])
    .execute()
  removeFiles(
    tx,
    rows.flatMap((row) => [row.file_key, row.preview_key, row.upload_key]),
  )
}
