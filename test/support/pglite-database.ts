import { PGlite } from '@electric-sql/pglite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { readCacheEpoch } from '../../src/kernel/db/cache-epoch.ts'
import { createChangeWatch } from '../../src/kernel/db/change-watch.ts'
import type { Database } from '../../src/kernel/db/database.ts'
import { createKysely, refuseToStream } from '../../src/kernel/db/kysely.ts'
import { asQueryResult, bindable } from '../../src/kernel/db/postgres/connection.ts'
import { parsers } from '../../src/kernel/db/postgres/types.ts'
import { createWriteBehind, writingBehind } from '../../src/kernel/db/postgres/write-behind.ts'
import { createQueryStatistics } from '../../src/kernel/db/query-statistics.ts'
import { createTransactionScope } from '../../src/kernel/db/transaction-scope.ts'
import { createFifoLock } from './fifo-lock.ts'

/** PostgreSQL inside this process: one session, so whatever runs waits for a transaction to end. */
export async function openPglite(): Promise<Database & { exec(sql: string): Promise<void> }> {
  const pglite = await PGlite.create({ parsers })
  const lock = createFifoLock()
  const scope = createTransactionScope()
  const inside = connectionTo(pglite)
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await lock.acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
  const outside: DatabaseConnection = {
    executeQuery: (query) => alone(() => inside.executeQuery(query)) as never,
    streamQuery: refuseToStream,
  }
  const transactionDb = createKysely('postgres', { acquire: async () => scope.connection() })
  const db = createKysely('postgres', {
    acquire: async () => {
      scope.refuseInside('The database was read')
      return outside
    },
  })
  return {
    db,
    slowDb: db,
    load: createQueryStatistics(),
    async transaction(work) {
      scope.refuseInside('A second transaction was begun')
      const behind = createWriteBehind()
      const connection = writingBehind(inside, behind)
      try {
        return await alone(() =>
          transact(pglite, async () => {
            const result = await scope.run(connection, () => work(transactionDb))
            if (behind.failure !== undefined) throw behind.failure
            return result
          }),
        )
      } catch (error) {
        throw behind.causeOf(error)
      }
    },
    countStore: null, // no other process can use it
    replica: null,
    now: async () => Date.now(),
    onForeignChange: createChangeWatch(1_000, () => readCacheEpoch(db)).subscribe,
    exec: async (sql) => void (await pglite.exec(sql)),
    [Symbol.asyncDispose]: () => pglite.close(),
  }
}

async function transact<T>(pglite: PGlite, work: () => Promise<T>): Promise<T> {
  await pglite.exec('begin')
  try {
    const result = await work()
    // A transaction in which a statement failed refuses this, while `commit` would roll back silently.
    await pglite.exec('select 1')
    await pglite.exec('commit')
    return result
  } catch (error) {
    await pglite.exec('rollback')
    throw error
  }
}

function connectionTo(pglite: PGlite): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, affectedRows } = await pglite.query<R>(sql, parameters.map(bindable))
      return asQueryResult(commandOf(query.kind, sql), affectedRows ?? null, rows)
    },
    streamQuery: refuseToStream,
  }
}

/** As the server names it; of a query that is written as text its first word. */
function commandOf(kind: string, text: string): string {
  const name = kind === 'RawNode' ? (/\w+/.exec(text)?.[0] ?? '') : kind.replace('QueryNode', '')
  return name.toUpperCase()
}
