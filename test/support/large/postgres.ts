import pg from 'pg'
import type { Database } from '../../../src/kernel/db/database.ts'
import { migrate } from '../../../src/kernel/db/migrate.ts'
import { openPostgres } from '../../../src/kernel/db/postgres/open.ts'
import { PATIENT } from '../few-connections.ts'
import type { Size } from './layout.ts'
import { fillings } from './rows.ts'
import { POSTGRES } from './spelling.ts'
import { keyOf } from './sqlite.ts'

const PREFIX = 'rookery_large_'

/** A generated database on a server, which is kept for the next time; it is for reading. */
export async function openLargePostgres(serverUrl: string, size: Size): Promise<Database> {
  const name = `${PREFIX}${keyOf(size)}`
  const admin = new pg.Client(serverUrl)
  await admin.connect()
  try {
    const { rows } = await admin.query('select datname from pg_database where datname like $1', [
      `${PREFIX}%`,
    ])
    const known = rows.map((row) => String(row.datname))
    if (!known.includes(name)) await make(admin, serverUrl, { name, known, size })
  } finally {
    await admin.end()
  }
  return openPostgres(urlOf(serverUrl, name), { deadlines: PATIENT })
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function make(
  admin: pg.Client,
  serverUrl: string,
  { name, known, size }: { name: string; known: string[]; size: Size },
): Promise<void> {
  for (const old of known) await admin.query(`drop database ${old} with (force)`)
  const making = `${name}_new`
  await admin.query(`create database ${making} template template0 encoding 'UTF8'`)
  const empty = await openPostgres(urlOf(serverUrl, making), { deadlines: PATIENT })
  await migrate(empty)
  await empty[Symbol.asyncDispose]()
  const client = new pg.Client(urlOf(serverUrl, making))
  await client.connect()
  await fill((sql) => client.query(sql), size)
  await client.end()
  await admin.query(`alter database ${making} rename to ${name}`)
}

export type Run = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>

async function fill(run: Run, size: Size): Promise<void> {
  await run("set maintenance_work_mem = '512MB'")
  await run("set work_mem = '256MB'")
  await run('begin')
  await fillTables(run, size)
  await run('commit')
  await run('vacuum analyze')
}

/** Fills tables that are empty, in a transaction, without their indexes, which are made afterwards. */
export async function fillTables(run: Run, size: Size): Promise<void> {
  // foreign keys are not looked up
  await run('set local session_replication_role = replica')
  const rows = fillings(size, POSTGRES)
  const tables = [...new Set(rows.map(([table]) => table))].map((table) => `'${table}'`)
  const { rows: indexes } = await run(`select indexname, indexdef from pg_indexes
    where schemaname = 'public' and tablename in (${tables})
    and not exists (select 1 from pg_constraint where conname = indexname)`)
  for (const { indexname } of indexes) await run(`drop index ${indexname}`)
  for (const [, sql] of rows) await run(sql)
  await run(`insert into status_search (status_id, words)
    select id, to_tsvector('simple', lower(text)) from status where text <> ''`)
  await run(`insert into account_search (account_id, words)
    select id, to_tsvector('simple', search_text) from account`)
  for (const { indexdef } of indexes) await run(String(indexdef))
}
