import pg, { type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { readCacheEpoch } from '../cache-epoch.ts'
import { createChangeWatch } from '../change-watch.ts'
import type { Database, Db } from '../database.ts'
import { createKysely } from '../kysely.ts'
import { StartError } from '../start-error.ts'
import { createTransactionScope, type TransactionScope } from '../transaction-scope.ts'
import { createStatementNames, kyselyConnection, type StatementNames } from './connection.ts'
import { isStalePlan, translated } from './errors.ts'
import { createTransact } from './transactions.ts'
import { parsers } from './types.ts'

const CONNECTIONS = 10
const SLOW_CONNECTIONS = 2
/** ms */
const CONNECT_TIMEOUT = 5_000
const WATCH_INTERVAL = 1_000

/** @throws StartError if the server does not let us in */
export async function openPostgres(databaseUrl: string): Promise<Database> {
  const pool = createPool(databaseUrl, CONNECTIONS)
  const slowPool = createPool(databaseUrl, SLOW_CONNECTIONS)
  await tryOut(pool, databaseUrl)
  const names = createStatementNames()
  const scope = createTransactionScope()
  const db = readingFrom(pool, names, scope)
  const watch = createChangeWatch(WATCH_INTERVAL, () => readCacheEpoch(db))
  return {
    db,
    slowDb: readingFrom(slowPool, names, scope),
    transaction: createTransact(() => connect(pool), names, scope),
    onForeignChange: watch.subscribe,
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]()
      await Promise.all([pool.end(), slowPool.end()])
    },
  }
}

function createPool(connectionString: string, max: number): Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: 'rookery',
    allowExitOnIdle: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // A connection that breaks while nobody uses it is replaced when somebody does.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw translated(error)
  }
}

function readingFrom(pool: Pool, names: StatementNames, scope: TransactionScope): Db {
  const connection = kyselyConnection((query) => sendOver(pool, query), names)
  return createKysely('postgres', {
    acquire: async () => {
      scope.refuseInside('The database was read')
      return connection
    },
  })
}

/** Takes a client for this query; those whose prepared plans are out of date are replaced. */
async function sendOver(pool: Pool, query: QueryConfig): Promise<QueryResult> {
  for (let tries = 0; ; tries++) {
    const client = await connect(pool)
    try {
      const result = await client.query(query)
      client.release()
      return result
    } catch (error) {
      client.release(isStalePlan(error))
      if (!isStalePlan(error) || tries > CONNECTIONS) throw error
    }
  }
}

async function tryOut(pool: Pool, databaseUrl: string): Promise<void> {
  const { host, pathname } = new URL(databaseUrl)
  const name = `The database ${host}${pathname}`
  try {
    const { rows } = await pool.query('show server_encoding')
    const encoding = rows[0]?.server_encoding
    if (encoding !== 'UTF8')
      throw new StartError(`${name} must be encoded in UTF8, not ${encoding}`)
  } catch (error) {
    await pool.end()
    if (error instanceof StartError) throw error
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error)
    throw new StartError(`${name} cannot be used: ${reason}`, { cause: error })
  }
}
