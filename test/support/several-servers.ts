import { sql } from 'kysely'
import type { Part } from '../../src/kernel/base/config.ts'
import { openPostgres } from '../../src/kernel/db/postgres/open.ts'
import { openOwnTestDatabase } from './database.ts'
import { ON_POSTGRES_SERVER } from './database-kind.ts'
import { FEW_CONNECTIONS, PATIENT } from './few-connections.ts'
import { startTestServer, type TestServer } from './server.ts'

/** For `skip`: false, or the reason. */
export const withoutSeveral: string | false =
  !ON_POSTGRES_SERVER && 'several processes need a PostgreSQL server (TEST_DATABASE_URL)'

/** A new database with the current schema, for processes that connect by themselves; it ends with the test file. */
export async function newDatabaseUrl(): Promise<string> {
  const database = await openOwnTestDatabase()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    database.db,
  )
  const url = new URL(process.env.TEST_DATABASE_URL!)
  url.pathname = `/${rows[0]!.name}`
  return url.href
}

/** One server as several processes would be: each has its own connections to the same database, and its own caches. */
export interface SeveralServers<Name extends string> extends AsyncDisposable {
  readonly databaseUrl: string
  readonly servers: Record<Name, TestServer>
}

export async function startSeveral<Name extends string>(
  parts: Record<Name, readonly Part[]>,
  redisUrl: string | null = null,
): Promise<SeveralServers<Name>> {
  const open = new AsyncDisposableStack()
  const databaseUrl = await newDatabaseUrl()
  const servers = {} as Record<Name, TestServer>
  for (const [server, own] of Object.entries(parts) as [Name, readonly Part[]][]) {
    const config = { databaseUrl, redisUrl, parts: new Set(own), severalProcesses: true }
    const database = await openPostgres(databaseUrl, {
      deadlines: PATIENT,
      settings: FEW_CONNECTIONS,
    })
    servers[server] = open.use(
      await startTestServer(config, { database, serves: true, wholeHttp: true }),
    )
  }
  return { databaseUrl, servers, [Symbol.asyncDispose]: () => open.disposeAsync() }
}
