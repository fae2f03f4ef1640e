import { readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SOFTWARE } from '../features/instance/software.ts'
import { backup } from '../kernel/db/archive/backup.ts'
import type { Database } from '../kernel/db/database.ts'
import { missingMigrations } from '../kernel/db/migrate.ts'
import type { Migration } from '../kernel/db/migrations/migration.ts'
import { CommandError } from './command.ts'

/** The time first, so that names are in the order of age. */
const NAME = /^\d{8}T\d{6}Z-before-.*\.backup$/
const KEPT = 3

interface Options {
  onProgress?: (what: string) => void
  /** default: all migrations */
  migrations?: readonly Migration[]
}

/**
 * Writes a backup of a database whose schema is about to change, in the form that it has now, and removes the oldest
 * backups of earlier updates.
 *
 * @returns its path; null if the schema does not change, so that nothing was written
 */
export async function backupBeforeUpdate(
  database: Database,
  folder: string,
  { onProgress, migrations }: Options = {},
): Promise<string | null> {
  const { isNew, names } = await missingMigrations(database.db, migrations)
  // an empty database is made, not updated
  if (isNew || names.length === 0) return null
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new CommandError(`There is no folder ${resolve(folder)} for the backup`)
  }
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const file = join(resolve(folder), `${time}-before-${SOFTWARE.version}.backup`)
  await backup(database, file, onProgress === undefined ? {} : { onProgress })
  removeOldest(folder)
  return file
}

function removeOldest(folder: string): void {
  const names = readdirSync(folder).filter((name) => NAME.test(name))
  for (const name of names.sort().slice(0, -KEPT)) rmSync(join(folder, name), { force: true })
}
