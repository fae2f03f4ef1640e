import pg from 'pg'
import type { Database } from '../../src/kernel/db/database.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { openPostgres } from '../../src/kernel/db/postgres/open.ts'
import { tablesInOrder } from '../../src/kernel/db/table-order.ts'
import type { TestDatabases } from './database.ts'
import { FEW_CONNECTIONS, PATIENT } from './few-connections.ts'
import { openPglite } from './pglite-database.ts'
import { postgresTemplate } from './postgres-template.ts'
import { countStart } from './starts.ts'

interface TestDatabase extends Database {
  exec(sql: string): Promise<void>
}

/**
 * A connection plans each statement once, not anew for each of its first five values: a fifth of the server's work.
 * There are few rows, so all plans are fast; tests of plans have databases of their own.
 */
const PLANNED_ONCE = ['plan_cache_mode = force_generic_plan']
/** tables whose rows go with others by their foreign keys, which are not looked at */
const FOLLOWING = ['status_search', 'account_search']
/** nobody cuts its power */
const NOT_SYNCED = 'synchronous_commit = off'

/** Databases that are emptied and used again; two open at once are two databases. */
export async function createPostgresTests(): Promise<TestDatabases> {
  const serverUrl = process.env.TEST_DATABASE_URL || null
  const made: TestDatabase[] = []
  const free: TestDatabase[] = []
  let emptying: string | null = null
  const emptied = new WeakSet<TestDatabase>()

  const make = async (settings: readonly string[] = []): Promise<TestDatabase> => {
    const database =
      serverUrl === null ? await makePglite() : await makeOnServer(serverUrl, settings)
    made.push(database)
    return database
  }
  return {
    async openOwn() {
      return { ...(await make()), async [Symbol.asyncDispose]() {} }
    },
    async open() {
      const database = free.pop() ?? (await make(PLANNED_ONCE))
      return {
        ...database,
        async [Symbol.asyncDispose]() {
          emptying ??= await emptyingFunction(database)
          if (!emptied.has(database)) await database.exec(emptying)
          emptied.add(database)
          await database.exec('select pg_temp.empty_tables()')
          free.push(database)
        },
      }
    },
    async close() {
      for (const database of made) await database[Symbol.asyncDispose]()
    },
  }
}

/**
 * Makes a function of one connection that empties the tables which have rows, those first that refer to others. Unlike
 * a script it is planned once. Where the user may, no foreign key is looked at: there is one for each place that a row
 * could be named in.
 */
async function emptyingFunction(database: Database): Promise<string> {
  const tables = (await tablesInOrder(database.db)).map(({ name }) => name)
  const steps = [...tables, ...FOLLOWING]
    .map((name) => `if exists (select from "${name}") then delete from "${name}"; end if;`)
    .reverse()
  return `create function pg_temp.empty_tables() returns void language plpgsql as $$
    begin
      perform set_config('session_replication_role', 'replica', true)
        from pg_roles where rolname = current_user and rolsuper;
      ${steps.join('\n')}
    end $$`
}

async function makePglite(): Promise<TestDatabase> {
  const database = await openPglite()
  countStart('databases')
  await migrate(database)
  return database
}

async function makeOnServer(url: string, settings: readonly string[]): Promise<TestDatabase> {
  const name = `rookery_test_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`
  const admin = await connectTo(url)
  await admin.query(`create database ${name} template ${await postgresTemplate(admin, url)}`)
  for (const setting of [NOT_SYNCED, ...settings])
    await admin.query(`alter database ${name} set ${setting}`)
  await admin.end()
  const own = new URL(url)
  own.pathname = `/${name}`
  const database = await openPostgres(own.href, {
    deadlines: PATIENT,
    settings: FEW_CONNECTIONS,
  })
  // opened when it is first emptied: files whose tests share a server hold theirs all the time
  let client: pg.Client | null = null
  return {
    ...database,
    async exec(sql) {
      client ??= await connectTo(own.href)
      await client.query(sql)
    },
    async [Symbol.asyncDispose]() {
      await client?.end()
      await database[Symbol.asyncDispose]()
      const again = await connectTo(url)
      await again.query(`drop database ${name} with (force)`)
      await again.end()
    },
  }
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
