import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { openPostgres } from '../../src/kernel/db/postgres/open.ts'
import { PATIENT } from './few-connections.ts'
import { countStart } from './starts.ts'

const MIGRATIONS = fileURLToPath(new URL('../../src/kernel/db/migrations/', import.meta.url))
const PREFIX = 'rookery_test_template_'

/**
 * The name of a database on this server that has the current schema and no rows, for others to be copies of: all
 * migrations take seconds, a copy a fraction of one. It is made once for all processes and kept for the next run.
 *
 * @param admin a connection to another database of the server
 */
export async function postgresTemplate(admin: Client, url: string): Promise<string> {
  const name = PREFIX + hashOfMigrations()
  await admin.query(`select pg_advisory_lock(hashtext('${PREFIX}'))`)
  try {
    const names = await namesOf(admin)
    if (!names.includes(name)) await make(admin, url, { name, outdated: names })
  } finally {
    await admin.query(`select pg_advisory_unlock(hashtext('${PREFIX}'))`)
  }
  return name
}

async function make(
  admin: Client,
  url: string,
  { name, outdated }: { name: string; outdated: readonly string[] },
): Promise<void> {
  for (const old of outdated) await admin.query(`drop database ${old} with (force)`)
  const unfinished = `${PREFIX}unfinished`
  await admin.query(`create database ${unfinished} template template0 encoding 'UTF8'`)
  const own = new URL(url)
  own.pathname = `/${unfinished}`
  const database = await openPostgres(own.href, { deadlines: PATIENT })
  await migrate(database)
  await database[Symbol.asyncDispose]()
  countStart('databases')
  await admin.query(`alter database ${unfinished} rename to ${name}`)
}

async function namesOf(admin: Client): Promise<string[]> {
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [PREFIX],
  )
  return rows.map(({ datname }) => datname)
}

function hashOfMigrations(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(MIGRATIONS + file))
  return hash.digest('hex').slice(0, 12)
}
