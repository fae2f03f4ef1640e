import { after } from 'node:test'
import type { Database } from '../../src/kernel/db/database.ts'

/** One kind of test database; what it keeps for the whole process ends with `close`. */
export interface TestDatabases {
  open(): Promise<Database>
  /** one that nobody gets afterwards: it may be analysed, or changed in ways that emptying does not undo */
  openOwn(): Promise<Database>
  close(): Promise<void>
}

let databases: Promise<TestDatabases> | null = null

after(async () => {
  await (await databases)?.close()
})

/**
 * An empty database with the current schema, the caller's until it is disposed of. `ROOKERY_TEST_DB`
 * says which: `sqlite` (default), or `postgres`, which is a real one where `TEST_DATABASE_URL` is set
 * and PGlite elsewhere.
 */
export async function openTestDatabase(): Promise<Database> {
  databases ??= load(process.env.ROOKERY_TEST_DB || 'sqlite')
  return (await databases).open()
}

/** The same, for a test that leaves more behind than rows. */
export async function openOwnTestDatabase(): Promise<Database> {
  databases ??= load(process.env.ROOKERY_TEST_DB || 'sqlite')
  return (await databases).openOwn()
}

async function load(kind: string): Promise<TestDatabases> {
  if (kind === 'sqlite') return (await import('./sqlite-database.ts')).createSqliteTests()
  if (kind === 'postgres') return (await import('./postgres-database.ts')).createPostgresTests()
  throw new Error(`ROOKERY_TEST_DB must be sqlite or postgres, not "${kind}"`)
}
