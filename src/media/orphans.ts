import type { App } from '../app.ts'
import { namedKeys } from './stored-keys.ts'

const DAY = 86_400_000
const PARTS = 256
/** ms after which the next part of the storage is looked at, so that all are once a day */
export const SWEEP_INTERVAL = DAY / PARTS
/** ms; longer than anything takes from storing a file to the row that names it */
const ORPHAN_AGE = DAY

/**
 * Removes the files of one part of the storage that no row names: of uploads that a crash cut off
 * between the file and its row. Which part is the clock's to say, so nothing need be remembered.
 */
export async function sweepOrphans(app: App): Promise<void> {
  const part = Math.floor(app.clock() / SWEEP_INTERVAL) % PARTS
  const start = part.toString(16).padStart(2, '0')
  const old: string[] = []
  for await (const { key, storedAt } of app.storage.list(start)) {
    if (storedAt < app.clock() - ORPHAN_AGE) old.push(key)
  }
  // Somebody else's files in the same folder would all seem to be orphans.
  if (old.length === 0 || !(await app.storage.isOwnedBy(app.config.origin))) return
  const named = await namedKeys(app.slowDb, start)
  const orphans = old.filter((key) => !named.has(key))
  for (const key of orphans) await app.storage.remove(key)
  if (orphans.length > 0)
    app.log.info({ files: orphans.length }, 'Removed files that nothing names')
}
