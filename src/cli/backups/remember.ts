import { ReadOnly, StorageFull } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'

/**
 * Keeps in the database of the server that there is a backup. The archive is whole by then, on another disk perhaps: one
 * of the database that is full makes it no worse.
 *
 * @returns a line for the operator if there was no room for it or the database is read-only, or null
 */
export async function rememberBackup(
  { transact, config }: App,
  save: (tx: Tx) => Promise<void>,
): Promise<string | null> {
  try {
    await transact(save)
    return null
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error
    if (error instanceof ReadOnly) {
      return `rookery doctor and the metrics do not know of this backup. ${error.reason}`
    }
    const { databaseUrl, dataDir } = config
    const disk =
      databaseUrl === null ? `The disk of ${dataDir} (DATA_DIR)` : 'The disk of PostgreSQL'
    return `${disk} is full, so rookery doctor and the metrics do not know of this backup: make room there`
  }
}
