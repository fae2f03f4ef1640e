import { clockBehindPosts, clockDifference, SET_CLOCK } from '../../app/clock-difference.ts'
import { countWorkers, thisMachine } from '../../app/worker-count.ts'
import { sharesOf } from '../../app/workers/shares.ts'
import { type Finding, fail, ok, reasonOf, warn } from '../../features/health/finding.ts'
import { checkSchema } from '../../features/health/schema.ts'
import { readOrigin } from '../../features/instance/origin.ts'
import type { Config } from '../../kernel/base/config.ts'
import type { Database } from '../../kernel/db/database.ts'
import { knownMigrations } from '../../kernel/db/migrate.ts'
import { migrations } from '../../kernel/db/migrations/all.ts'
import { isMissing, openDatabase } from '../../kernel/db/open.ts'
import { readOnlyState } from '../../kernel/db/read-only.ts'
import { lackOfRights, RightsMissing } from '../../kernel/db/rights.ts'
import { refuseMoved } from '../../kernel/db/sqlite/file.ts'
import type { Check } from './check.ts'
import { refusalOf } from './refusal.ts'

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

/** Checks that the database is reachable, fits this version, and belongs to this ORIGIN. */
export const checkDatabase: Check = async (given) => {
  // with the connections that the processes of a server may open together
  const { count } = countWorkers(given, thisMachine())
  const config = count === 0 ? given : sharesOf(given, count).parent
  if (isMissing(config)) {
    const moved = refusalOf(() => refuseMoved(config.dataDir))
    if (moved !== null) return [fail(moved, 'Set DATABASE_URL as the server has it')]
    return [
      ok(`There is no database in ${config.dataDir} (DATA_DIR) yet: the first start makes it`),
    ]
  }
  const faults: Finding[] = []
  const tell = (line: string) =>
    void faults.push(warn(line, 'See "PostgreSQL" in docs/operating.md'))
  try {
    await using database = await openDatabase(config, { process: 'tool', tell })
    const schema = await checkSchema(database)
    const isCurrent = await isUpToDate(database)
    const lack = await lackOfRights(database.db, isCurrent ? 'write' : 'change')
    const readOnly = await readOnlyState(database.db)
    if (readOnly !== null) faults.push(fail(readOnly.text, readOnly.mend))
    if (lack !== null) return [fail(lack.text, lack.mend), ...faults]
    if (schema.level !== 'ok' || !isCurrent) return [schema, ...faults]
    const origin = await checkOrigin(database, config)
    return [schema, ...faults, origin, await checkClock(database)]
  } catch (error) {
    if (error instanceof RightsMissing) return [fail(error.lack.text, error.lack.mend)]
    return [
      fail(`The database cannot be used: ${reasonOf(error)}`, 'Check DATA_DIR or DATABASE_URL'),
    ]
  }
}

/** Whether the data can be checked: all migrations of this version are applied. */
export async function isUpToDate({ db }: Database): Promise<boolean> {
  const applied = await knownMigrations(db)
  return applied?.size === migrations.length && migrations.every(({ name }) => applied.has(name))
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
