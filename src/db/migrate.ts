import { type Kysely, sql } from 'kysely'
import { columnTypes, isPostgres } from './column-types.ts'
import type { Database, Db } from './database.ts'
import { migrations } from './migrations/all.ts'
import type { Migration } from './migrations/migration.ts'
import { SchemaTooNew } from './start-error.ts'

export interface MigrateOptions {
  /** called before each migration of a database that is not empty */
  onProgress?: (name: string) => void
  /** default: all there are */
  migrations?: readonly Migration[]
}

interface MigrationTable {
  migration: { name: string; applied_at: number }
}

/** Any number, the same in every process that migrates. */
const ADVISORY_LOCK = 7_665_536_739

/**
 * Brings the schema up to date, each migration in a transaction of its own: stopped half-way, it goes
 * on where it was, and two processes that start together do the work once.
 *
 * @returns the names of those that were applied now
 * @throws SchemaTooNew if the database knows a migration that this version does not
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  const known = options.migrations ?? migrations
  if (await isUpToDate(database.db, known)) return []
  const prepare = async (db: Db) => {
    await lockMigrations(db)
    await db.schema
      .createTable('migration')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('applied_at', columnTypes(db).timestamp, (column) => column.notNull())
      .execute()
    return appliedMigrations(db)
  }
  // another process may be migrating
  const before = await database.transaction(prepare, { long: true })
  refuseUnknown(before, known)
  const applied: string[] = []
  // what was empty is made, not updated
  const onProgress = before.size === 0 ? undefined : options.onProgress
  for (const migration of known.filter(({ name }) => !before.has(name))) {
    if (await apply(database, migration, onProgress)) applied.push(migration.name)
  }
  return applied
}

/** Asked by reading alone: a disk that is full takes not even the statement that changes nothing. */
async function isUpToDate(db: Db, known: readonly Migration[]): Promise<boolean> {
  const applied = await appliedMigrations(db).catch(() => null) // no such table yet
  if (applied === null) return false
  refuseUnknown(applied, known)
  return known.every(({ name }) => applied.has(name))
}

/** Names of the migrations that this database has been through. */
export async function appliedMigrations(db: Db): Promise<Set<string>> {
  const rows = await migrationTable(db).selectFrom('migration').select('name').execute()
  return new Set(rows.map((row) => row.name))
}

function refuseUnknown(applied: Set<string>, known: readonly Migration[]): void {
  const names = new Set(known.map(({ name }) => name))
  for (const name of applied) if (!names.has(name)) throw new SchemaTooNew(name)
}

/** @returns false if another process did it meanwhile */
async function apply(
  database: Database,
  { name, up }: Migration,
  onProgress: (name: string) => void = () => {},
): Promise<boolean> {
  const work = async (db: Db) => {
    await lockMigrations(db)
    if ((await appliedMigrations(db)).has(name)) return false
    onProgress(name)
    await up(db as unknown as Kysely<unknown>)
    const row = { name, applied_at: Date.now() }
    await migrationTable(db).insertInto('migration').values(row).execute()
    return true
  }
  return database.transaction(work, { long: true })
}

/** Until the end of the transaction; on SQLite every transaction that writes is alone anyway. */
async function lockMigrations(db: Db): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(db)
}

function migrationTable(db: Db): Kysely<MigrationTable> {
  return db as unknown as Kysely<MigrationTable>
}
