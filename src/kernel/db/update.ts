import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { StorageFull } from '../base/errors.ts'
import { freeBytes } from '../base/free-space.ts'
import { isPostgres } from './column-types.ts'
import type { Database } from './database.ts'
import { databaseBytes } from './database-size.ts'
import { migrate, missingMigrations } from './migrate.ts'
import { copyFile, keepCopy, removeCopies } from './sqlite/copies.ts'

/** bytes beside the copy: for the log of the update itself */
const RESERVE = 64 * 1024 ** 2

export interface UpdateOptions {
  /** called before each migration */
  onMigration?: ((name: string) => void) | undefined
  /** called with a line for the operator */
  tell?: ((line: string, isGood: boolean) => void) | undefined
}

/**
 * Migrates a database. Of one on SQLite that has accounts a copy is made before, so that the version before can be gone
 * back to also when this one turns out to be no good later.
 *
 * @returns the names of the migrations applied now
 * @throws StartError with one line; the database is as it was then
 */
export async function update(
  database: Database,
  dataDir: string,
  { onMigration, tell = () => {} }: UpdateOptions,
): Promise<string[]> {
  const { isNew, names } = await missingMigrations(database.db)
  if (names.length === 0) return []
  const copy = isNew ? null : await planCopy(database, dataDir)
  const isCopied = copy !== null && (await makeCopy(database, copy, tell))
  try {
    return await migrate(database, onMigration === undefined ? {} : { onProgress: onMigration })
  } catch (error) {
    // it is as the database still is
    if (isCopied) removeCopies(dataDir)
    throw error
  }
}

interface Copy {
  file: string
  /** why there will be none, or null */
  refusal: string | null
}

/** @returns null for databases that get no copy: of PostgreSQL, and without accounts */
export async function planCopy({ db }: Database, dataDir: string): Promise<Copy | null> {
  if (isPostgres(db)) return null
  const accounts = await sql`select 1 from local_user limit 1`.execute(db)
  if (accounts.rows.length === 0) return null
  const file = copyFile(dataDir)
  const [needed, free] = [(await databaseBytes(db)) + RESERVE, freeBytes(dataDir)]
  if (needed <= free) return { file, refusal: null }
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2)
  const refusal = `There is no room for a copy of the database before its update, which needs ${megabytes(needed)} MB of the ${megabytes(free)} MB that are free: it is updated without one`
  return { file, refusal }
}

/** @returns whether there is one now */
async function makeCopy(
  { slowDb }: Database,
  { file, refusal }: Copy,
  tell: (line: string, isGood: boolean) => void,
): Promise<boolean> {
  if (refusal !== null) {
    tell(refusal, false)
    return false
  }
  const draft = `${file}.new-${process.pid}`
  try {
    await sql`vacuum into ${draft}`.execute(slowDb)
    keepCopy(draft, file)
    tell(`A copy of the database from before its update is in ${file}`, true)
    return true
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error
    tell('There was no room for a copy of the database before its update', false)
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}
