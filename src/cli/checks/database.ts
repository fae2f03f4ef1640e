import { existsSync } from 'node:fs'
import { clockBehindPosts, clockDifference, SET_CLOCK } from '../../app/clock-difference.ts'
import { countWorkers, thisMachine } from '../../app/worker-count.ts'
import { sharesOf } from '../../app/workers/shares.ts'
import { readOrigin } from '../../features/instance/origin.ts'
import type { Config } from '../../kernel/base/config.ts'
import type { Database } from '../../kernel/db/database.ts'
import { appliedMigrations, UNFINISHED_MOVE } from '../../kernel/db/migrate.ts'
import { migrations } from '../../kernel/db/migrations/all.ts'
import { openDatabase } from '../../kernel/db/open.ts'
import { databaseFile } from '../../kernel/db/sqlite/file.ts'
import { type Check, type Finding, fail, ok, reasonOf, warn } from './finding.ts'

/** The ORIGIN of the database; null if there is none yet, or it cannot be read. */
export async function findStoredOrigin(config: Config): Promise<string | null> {
  if (isMissing(config)) return null
  try {
    await using database = await openDatabase(config, { process: 'tool' })
    return await readOrigin(database.db)
  } catch {
    return null // checkDatabase reports the reason
  }
}

export function isMissing(config: Config): boolean {
  return config.databaseUrl === null && !existsSync(databaseFile(config.dataDir))
}

/** Checks that the database is reachable, fits this version, and belongs to this ORIGIN. */
export const checkDatabase: Check = async (given) => {
  // with the connections that the processes of a server may open together
  const { count } = countWorkers(given, thisMachine())
  const config = count === 0 ? given : sharesOf(given, count).parent
  if (isMissing(config)) return [ok('There is no database yet: the first start makes it')]
  const faults: Finding[] = []
  const tell = (line: string) =>
    void faults.push(warn(line, 'See "PostgreSQL" in docs/operating.md'))
  try {
    await using database = await openDatabase(config, { process: 'tool', tell })
    const schema = await checkSchema(database)
    if (schema.level !== 'ok') return [schema, ...faults]
    const origin = await checkOrigin(database, config)
    return [schema, ...faults, origin, await checkClock(database)]
  } catch (error) {
    return [
      fail(`The database cannot be used: ${reasonOf(error)}`, 'Check DATA_DIR or DATABASE_URL'),
    ]
  }
}

/** Whether the data can be checked: all migrations of this version are applied. */
export async function isUpToDate({ db }: Database): Promise<boolean> {
  const applied = await appliedMigrations(db).catch(() => null)
  return applied?.size === migrations.length && migrations.every(({ name }) => applied.has(name))
}

async function checkSchema(database: Database): Promise<Finding> {
  const applied = await appliedMigrations(database.db).catch(() => null)
  if (applied === null) return ok('The database is empty: the first start fills it')
  const known = new Set(migrations.map(({ name }) => name))
  if (applied.has(UNFINISHED_MOVE)) {
    const text = 'A move into this database is not finished'
    return fail(text, 'Run rookery move-database again, or use the database that it came from')
  }
  const newer = [...applied].find((name) => !known.has(name))
  if (newer !== undefined) {
    return fail(`The database is newer than this version: it knows ${newer}`, 'Update Rookery')
  }
  const missing = migrations.filter(({ name }) => !applied.has(name)).length
  if (missing === 0) return ok('The database can be reached and is up to date')
  return warn(`The database lacks ${missing} updates`, 'Start the server or run rookery migrate')
}

async function checkOrigin(database: Database, { origin }: Config): Promise<Finding> {
  const stored = await readOrigin(database.db)
  if (stored === null || stored === origin) return ok(`ORIGIN is ${origin}`)
  const text = `ORIGIN is ${origin}, but the database was made for ${stored}`
  return fail(text, `Set ORIGIN=${stored}; every id in the database contains it`)
}

async function checkClock(database: Database): Promise<Finding> {
  const difference = await clockDifference(database, Date.now)
  if (difference !== null) return warn(difference, SET_CLOCK)
  const behind = await clockBehindPosts(database, Date.now)
  return behind === null
    ? ok(`The clock says ${new Date().toISOString()}`)
    : fail(behind, SET_CLOCK)
}
