import type { CompiledQuery, DatabaseConnection } from 'kysely'
import { refuseToStream } from '../kysely.ts'
import type { QueryStatistics } from '../query-statistics.ts'
import { createRequestThread } from '../worker.ts'
import type { SqliteResult } from './connection.ts'
import { asQueryResult } from './kysely-connection.ts'

export interface SlowRequest {
  sql: string
  parameters: readonly unknown[]
}

/** ms without a query, after which the thread ends */
const REST = 30_000

/** A read-only connection on a separate thread, for queries that would block this one. */
export function createSlowReader(
  file: string,
  load: QueryStatistics,
): DatabaseConnection & AsyncDisposable {
  const thread = createRequestThread<SlowRequest, SqliteResult>(
    'slow-reader-thread',
    import.meta.url,
    { workerData: file, restAfter: REST },
  )
  return {
    async executeQuery<R>({ sql, parameters, query }: CompiledQuery) {
      const began = performance.now()
      const result = await thread.ask({ sql, parameters })
      load.noteQuery(query.kind, began)
      return asQueryResult<R>(result)
    },
    streamQuery: refuseToStream,
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
