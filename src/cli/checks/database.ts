import { existsSync } from 'node:fs'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { appliedMigrations } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/all.ts'
import { openDatabase } from '../../db/open.ts'
import { databaseFile } from '../../db/sqlite/file.ts'
import { timeOfId } from '../../ids.ts'
import { readOrigin } from '../../prepare-database.ts'
import { type Check, type Finding, fail, ok, reasonOf, warn } from './finding.ts'

/** ms that clocks of two machines may differ */
const CLOCK_TOLERANCE = 60_000

/** The ORIGIN that the database was made for; null where there is none yet, or it cannot be read. */
export async function findStoredOrigin(config: Config): Promise<string | null> {
  if (isMissing(config)) return null
  try {
    await using database = await openDatabase(config, { process: 'tool' })
    return await readOrigin(database.db)
  } catch {
    return null // checkDatabase says why
  }
}

export function isMissing(config: Config): boolean {
  return config.databaseUrl === null && !existsSync(databaseFile(config.dataDir))
}

/** Whether the database can be reached, fits this version, and belongs to this ORIGIN. */
export const checkDatabase: Check = async (config) => {
  if (isMissing(config)) return [ok('There is no database yet: the first start makes it')]
  try {
    await using database = await openDatabase(config, { process: 'tool' })
    const schema = await checkSchema(database)
    if (schema.level !== 'ok') return [schema]
    return [schema, await checkOrigin(database, config), await checkClock(database)]
  } catch (error) {
    return [
      fail(`The database cannot be used: ${reasonOf(error)}`, 'Check DATA_DIR or DATABASE_URL'),
    ]
  }
}

/** Whether checks of the data make sense: there are some, as this version writes them. */
export async function isUpToDate({ db }: Database): Promise<boolean> {
  const applied = await appliedMigrations(db).catch(() => null)
  return applied?.size === migrations.length && migrations.every(({ name }) => applied.has(name))
}

async function checkSchema(database: Database): Promise<Finding> {
  const applied = await appliedMigrations(database.db).catch(() => null)
  if (applied === null) return ok('The database is empty: the first start fills it')
  const known = new Set(migrations.map(({ name }) => name))
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

/** Ids hold the time at which they were made: the newest should not lie ahead. */
async function checkClock(database: Database): Promise<Finding> {
  const newest = await database.db
    .selectFrom('status')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const ahead = newest === undefined ? 0 : timeOfId(newest.id) - Date.now()
  if (ahead < CLOCK_TOLERANCE) return ok(`The clock says ${new Date().toISOString()}`)
  const text = `The clock is ${Math.round(ahead / 1000)} seconds behind the newest post`
  return fail(text, 'Set the clock, best with NTP: new posts would come in the wrong order')
}
