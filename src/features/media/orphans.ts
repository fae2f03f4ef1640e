import { DAY } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import { namedKeys } from './stored-keys.ts'

const PARTS = 256
/** ms between the sweeps of two parts of the storage, so that each part is swept once a day */
export const SWEEP_INTERVAL = DAY / PARTS
/** ms; longer than the time between storing a file and writing its row */
const ORPHAN_AGE = DAY

/**
 * Removes the files of one part of the storage that no row names: remains of uploads that a crash
 * interrupted between file and row. The clock selects the part, so there is no state.
 */
export async function sweepOrphans(app: App): Promise<void> {
  const part = Math.floor(app.clock() / SWEEP_INTERVAL) % PARTS
  const start = part.toString(16).padStart(2, '0')
  const old: string[] = []
  for await (const { key, storedAt } of app.storage.list(start)) {
    if (storedAt < app.clock() - ORPHAN_AGE) old.push(key)
  }
  // another server's files in the same folder would all look like orphans
  if (old.length === 0 || !(await app.storage.isOwnedBy(app.config.origin))) return
  const named = await namedKeys(app.slowDb, start)
  const orphans = old.filter((key) => !named.has(key))
  await app.storage.remove(orphans)
  if (orphans.length > 0)
    app.log.info({ files: orphans.length }, 'Removed files that nothing names')
}
