import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Database, Db } from './database.ts'
import { migrations } from './migrations/all.ts'
import { INDEX_NAMES } from './sqlite/index-names.ts'
import { openSqlite } from './sqlite/open.ts'

export interface Index {
  name: string
  /** the statement that creates it */
  definition: string
}

/** Indexes that the migrations create and this database lacks. */
export async function missingIndexes(database: Database): Promise<Index[]> {
  const there = new Set((await indexesOf(database.db)).map(({ name }) => name))
  const isSqlite = !isPostgres(database.db)
  if (isSqlite && INDEX_NAMES.every((name) => there.has(name))) return []
  const wanted = isSqlite ? await wantedOnSqlite() : await wantedOnPostgres(database)
  return wanted.filter(({ name }) => !there.has(name))
}

/** Creates a missing index; on PostgreSQL without blocking writes. */
export async function createIndex(database: Database, { definition }: Index): Promise<void> {
  if (isPostgres(database.db)) {
    await sql.raw(definition.replace(/ INDEX /, ' INDEX CONCURRENTLY ')).execute(database.db)
  } else {
    await database.transaction((db) => sql.raw(definition).execute(db))
  }
}

async function indexesOf(db: Db): Promise<Index[]> {
  const query = isPostgres(db)
    ? sql<Index>`select indexname as name, indexdef as definition from pg_indexes
      where schemaname = current_schema() order by indexname`
    : sql<Index>`select name, sql as definition from sqlite_schema
      where type = 'index' and sql is not null order by name`
  return (await query.execute(db)).rows
}

/** One transaction for all migrations: each of its own would wait for the disk. */
async function indexesOfMigrations(db: Db): Promise<Index[]> {
  for (const { up } of migrations) await up(db as unknown as Kysely<unknown>)
  return indexesOf(db)
}

/** PostgreSQL refuses to change whether a temporary table is logged, which none is. */
const ALL_TEMPORARY: KyselyPlugin = {
  transformQuery({ node }) {
    const text = node.kind === 'RawNode' ? node.sqlFragments.join('') : ''
    return /^alter table \w+ set unlogged$/.test(text) ? sql`select`.toOperationNode() : node
  },
  transformResult: async ({ result }) => result,
}

/** Indexes of a new database in a temporary folder. */
export async function wantedOnSqlite(): Promise<Index[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-schema-'))
  try {
    await using database = await openSqlite(folder, { process: 'tool' })
    return await database.transaction(indexesOfMigrations, { long: true })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Indexes of temporary tables, which the end of the transaction removes again: the right to make them is everybody's at first,
 * that to make schemas the owner's.
 */
async function wantedOnPostgres(database: Database): Promise<Index[]> {
  const undo = new Error('undone')
  let found: Index[] = []
  const work = database.transaction(async (db) => {
    await sql`set local search_path to pg_temp`.execute(db)
    found = await indexesOfMigrations(db.withPlugin(ALL_TEMPORARY))
    throw undo
  })
  await work.catch((error) => {
    if (error !== undo) throw error
  })
  return found.map(({ name, definition }) => ({
    name,
    definition: definition.replaceAll(/\bpg_temp(?:_\d+)?\./g, ''),
  }))
}
