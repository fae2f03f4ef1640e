import { sql } from 'kysely'
import { userOfPostgres, withDatabase } from '../base/postgres-address.ts'
import type { Database } from './database.ts'
import type { DatabaseConfig } from './open.ts'
import { StartError } from './start-error.ts'

/** SQLSTATE: no right to create databases */
const NO_RIGHT = '42501'

/** An empty database that goes when it is disposed of. */
export interface Scratch extends AsyncDisposable {
  config: Pick<DatabaseConfig, 'databaseUrl'>
}

/**
 * Makes an empty database on the same PostgreSQL server.
 * @param database open at `url`
 * @throws StartError with what it takes
 */
export async function createScratch(database: Database, url: string): Promise<Scratch> {
  const name = `rookery_check_${process.pid}_${Date.now().toString(36)}`
  try {
    await sql`create database ${sql.id(name)} template template0 encoding 'UTF8'`.execute(
      database.db,
    )
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== NO_RIGHT) throw cause
    const given = userOfPostgres(url)
    const user = given === '' ? 'the user of DATABASE_URL' : given
    throw new StartError(
      `The check needs a scratch database, and ${user} may make none: ALTER ROLE ${given || 'USER'} CREATEDB, or give --on sqlite, which restores into a file`,
      { cause },
    )
  }
  return {
    config: { databaseUrl: withDatabase(url, name) },
    async [Symbol.asyncDispose]() {
      await sql`drop database ${sql.id(name)} with (force)`.execute(database.db)
    },
  }
}
