import pg from 'pg'
import type { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openPostgres } from '../../src/db/postgres/open.ts'
import { tablesInOrder } from '../../src/db/tables.ts'
import type { TestDatabases } from './database.ts'
import { openPglite } from './pglite-database.ts'

interface TestDatabase extends Database {
  exec(sql: string): Promise<void>
}

/** Databases that are emptied and used again; two open at once are two databases. */
export async function createPostgresTests(): Promise<TestDatabases> {
  const serverUrl = process.env.TEST_DATABASE_URL || null
  const made: TestDatabase[] = []
  const free: TestDatabase[] = []
  let emptying: string | null = null

  const make = async (): Promise<TestDatabase> => {
    const database = serverUrl === null ? await openPglite() : await makeOnServer(serverUrl)
    made.push(database)
    await migrate(database)
    return database
  }
  return {
    async openOwn() {
      return { ...(await make()), async [Symbol.asyncDispose]() {} }
    },
    async open() {
      const database = free.pop() ?? (await make())
      return {
        ...database,
        async [Symbol.asyncDispose]() {
          emptying ??= await emptyingScript(database)
          await database.exec(emptying)
          free.push(database)
        },
      }
    },
    async close() {
      for (const database of made) await database[Symbol.asyncDispose]()
    },
  }
}

async function emptyingScript(database: Database): Promise<string> {
  const tables = await tablesInOrder(database.db)
  return tables
    .map(({ name }) => `delete from "${name}";`)
    .reverse()
    .join('\n')
}

async function makeOnServer(url: string): Promise<TestDatabase> {
  const name = `rookery_test_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`
  const admin = new pg.Client(url)
  await admin.connect()
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const database = await openPostgres(own.href)
  const client = new pg.Client(own.href)
  await client.connect()
  return {
    ...database,
    exec: async (sql) => void (await client.query(sql)),
    async [Symbol.asyncDispose]() {
      await client.end()
      await database[Symbol.asyncDispose]()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
