import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QueryConfig, QueryResult } from 'pg'
import { Unreachable } from '../../errors.ts'
import { readCacheEpoch } from '../cache-epoch.ts'
import { createChangeWatch } from '../change-watch.ts'
import type { Database, Db } from '../database.ts'
import { createKysely } from '../kysely.ts'
import { createDatabaseLoad } from '../load.ts'
import { StartError } from '../start-error.ts'
import { createTransactionScope } from '../transaction-scope.ts'
import { createStatementNames, kyselyConnection, type Shared } from './connection.ts'
import { DEADLINES, type Deadlines } from './deadlines.ts'
import { isConnectionLost, isStalePlan } from './errors.ts'
import { type Connections, openConnections } from './pool.ts'
import { createTransact } from './transactions.ts'

const CONNECTIONS = 10
const SLOW_CONNECTIONS = 2
/** ms */
const WATCH_INTERVAL = 1_000

/** @throws StartError if the server does not let us in */
export async function openPostgres(
  databaseUrl: string,
  deadlines: Deadlines = DEADLINES.server,
): Promise<Database> {
  const open = (max: number, deadline: number) =>
    openConnections(databaseUrl, { max, patience: deadlines.connect, deadline })
  const connections = open(CONNECTIONS, deadlines.usual)
  const slow = open(SLOW_CONNECTIONS, deadlines.slow)
  await tryOut(connections, databaseUrl)
  const shared = {
    names: createStatementNames(),
    scope: createTransactionScope(),
    load: createDatabaseLoad(),
  }
  const db = readingFrom(connections, shared)
  const watch = createChangeWatch(WATCH_INTERVAL, () => readCacheEpoch(db))
  return {
    db,
    slowDb: readingFrom(slow, shared),
    load: shared.load,
    transaction: createTransact(connections, shared),
    onForeignChange: watch.subscribe,
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]()
      await Promise.all([connections[Symbol.asyncDispose](), slow[Symbol.asyncDispose]()])
    },
  }
}

function readingFrom(connections: Connections, { names, scope, load }: Shared): Db {
  const connection = kyselyConnection((query) => read(connections, query), names, load)
  return createKysely('postgres', {
    acquire: async () => {
      scope.refuseInside('The database was read')
      return connection
    },
  })
}

/**
 * Reads over any connection; those whose prepared plans are out of date are replaced, and so are those
 * that the server ended while nobody used them.
 */
async function read(connections: Connections, query: QueryConfig): Promise<QueryResult> {
  for (let tries = 0; ; tries++) {
    const client = await connections.connect()
    try {
      const result = await connections.query(client, query)
      client.release()
      return result
    } catch (error) {
      const more = triesAfter(error)
      client.release(more > 0)
      if (tries >= more) throw error
      await nextTurn() // by then every connection that was lost together with this one is known
    }
  }
}

/** More tries, over other connections; 0 if the fault is not the connection's. */
function triesAfter(error: unknown): number {
  if (isStalePlan(error)) return CONNECTIONS + 1
  return isConnectionLost(error) ? 1 : 0
}

async function tryOut(connections: Connections, databaseUrl: string): Promise<void> {
  const { host, pathname } = new URL(databaseUrl)
  const name = `The database ${host}${pathname}`
  try {
    const { rows } = await read(connections, { text: 'show server_encoding' })
    const encoding = rows[0]?.server_encoding
    if (encoding !== 'UTF8')
      throw new StartError(`${name} must be encoded in UTF8, not ${encoding}`)
  } catch (error) {
    await connections[Symbol.asyncDispose]()
    if (error instanceof StartError) throw error
    throw new StartError(`${name} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Unreachable ? error.cause : error
  return reason instanceof Error && reason.message !== '' ? reason.message : String(reason)
}
