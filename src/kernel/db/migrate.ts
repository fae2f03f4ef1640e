import { type Kysely, sql } from 'kysely'
import { bumpCacheEpoch } from './cache-epoch.ts'
import { columnTypes, isPostgres } from './column-types.ts'
import type { Database, Db } from './database.ts'
import { migrations } from './migrations/all.ts'
import type { Migration } from './migrations/migration.ts'
import { demandRights } from './rights.ts'
import { MigrationFailed, SchemaTooNew, UnfinishedMove, UnfinishedRestore } from './start-error.ts'
import { hasTable } from './table-order.ts'

export interface MigrateOptions {
  /** called before each migration of a database that is not empty */
  onProgress?: (name: string) => void
  /** default: all migrations */
  migrations?: readonly Migration[]
  /** further work in the transaction of the migrations, done also if none is missing */
  within?: (db: Db) => Promise<void>
  /** the mark of unfinished work that the caller goes on with */
  goesOnWith?: string
}

interface MigrationTable {
  migration: { name: string; applied_at: number }
}

/**
 * Stands among the migrations of a database as long as a move into it is not finished: versions that know nothing
 * of moves do not start on it either.
 */
export const UNFINISHED_MOVE = 'move-unfinished'
/** The same of an archive whose rows are not there yet. */
export const UNFINISHED_RESTORE = 'restore-unfinished'

/** An arbitrary number, the same in every process that migrates. */
const ADVISORY_LOCK = 7_665_536_739

/**
 * Migrates the schema, all missing migrations in one transaction: after a failure or an interruption the database is as it
 * was, so that the version before still starts on it. Two processes that start together apply each migration once.
 *
 * @returns the names of the migrations applied now
 * @throws SchemaTooNew if the database knows a migration that this version does not
 * @throws UnfinishedMove, UnfinishedRestore if that has filled a part of it
 * @throws MigrationFailed
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  const known = options.migrations ?? migrations
  if (options.within === undefined && (await isUpToDate(database.db, known))) return []
  await demandRights(database.db, 'change')
  let current: string | null = null
  const work = async (db: Db) => {
    const before = await lockedMigrations(db)
    if (options.goesOnWith !== undefined) before.delete(options.goesOnWith)
    refuseUnknown(before, known)
    const missing = known.filter(({ name }) => !before.has(name))
    for (const migration of missing) {
      current = migration.name
      // a new database is created, not updated
      if (before.size > 0) options.onProgress?.(migration.name)
      await apply(db, migration)
    }
    current = null
    await options.within?.(db)
    return { isNew: before.size === 0, applied: missing.map(({ name }) => name) }
  }
  const { isNew, applied } = await database.transaction(work, { long: true }).catch((error) => {
    throw current === null ? error : new MigrationFailed(current, error)
  })
  if (!isNew) await tellOthers(database)
  return applied
}

/** The migrations that a database lacks; a new database lacks all. @throws SchemaTooNew, UnfinishedMove, UnfinishedRestore */
export async function missingMigrations(
  db: Db,
  known: readonly Migration[] = migrations,
): Promise<{ isNew: boolean; names: string[] }> {
  const applied = (await knownMigrations(db)) ?? new Set<string>()
  refuseUnknown(applied, known)
  const missing = known.filter(({ name }) => !applied.has(name))
  return { isNew: applied.size === 0, names: missing.map(({ name }) => name) }
}

/** Only reads: a full disk refuses even a statement that changes nothing. */
async function isUpToDate(db: Db, known: readonly Migration[]): Promise<boolean> {
  const applied = await knownMigrations(db)
  if (applied === null) return false
  refuseUnknown(applied, known)
  return known.every(({ name }) => applied.has(name))
}

/** Names of the migrations applied to this database. */
export async function appliedMigrations(db: Db): Promise<Set<string>> {
  const rows = await migrationTable(db).selectFrom('migration').select('name').execute()
  return new Set(rows.map((row) => row.name))
}

/** The same; null for a new database, which has no list of them. One that is not to be read is none of these. */
export async function knownMigrations(db: Db): Promise<Set<string> | null> {
  try {
    return await appliedMigrations(db)
  } catch (error) {
    if (await hasTable(db, 'migration')) throw error
    return null
  }
}

/** @throws SchemaTooNew, UnfinishedMove, UnfinishedRestore */
export function refuseUnknown(
  applied: Set<string>,
  known: readonly Migration[] = migrations,
): void {
  if (applied.has(UNFINISHED_MOVE)) throw new UnfinishedMove()
  if (applied.has(UNFINISHED_RESTORE)) throw new UnfinishedRestore()
  const names = new Set(known.map(({ name }) => name))
  for (const name of applied) if (!names.has(name)) throw new SchemaTooNew(name)
}

/** The migrations applied so far; another process that migrates waits from now on. */
async function lockedMigrations(db: Db): Promise<Set<string>> {
  await lockMigrations(db)
  await db.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('applied_at', columnTypes(db).timestamp, (column) => column.notNull())
    .execute()
  return appliedMigrations(db)
}

async function apply(db: Db, { name, up }: Migration): Promise<void> {
  await up(db as unknown as Kysely<unknown>)
  const row = { name, applied_at: Date.now() }
  await migrationTable(db).insertInto('migration').values(row).execute()
}

/** Tells processes that run on the database, if there are any: they may be outdated now. */
async function tellOthers(database: Database): Promise<void> {
  const leases = sql`select 1 from process_lease limit 1`.execute(database.db)
  const isInUse = (await leases.catch(() => null))?.rows.length === 1
  if (isInUse) await database.transaction(bumpCacheEpoch)
}

/** Held until the end of the transaction; on SQLite write transactions never overlap. */
async function lockMigrations(db: Db): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(db)
}

function migrationTable(db: Db): Kysely<MigrationTable> {
  return db as unknown as Kysely<MigrationTable>
}
