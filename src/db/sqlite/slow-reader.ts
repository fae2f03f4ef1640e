import type { CompiledQuery, DatabaseConnection } from 'kysely'
import { refuseToStream } from '../kysely.ts'
import type { DatabaseLoad } from '../load.ts'
import { createRequestThread } from '../worker.ts'
import type { SqliteResult } from './connection.ts'
import { asQueryResult } from './kysely-connection.ts'

export interface SlowRequest {
  sql: string
  parameters: readonly unknown[]
}

/** ms without a query */
const REST = 30_000

/** A read-only connection on a thread of its own, for queries that would hold up this one. */
export function createSlowReader(
  file: string,
  load: DatabaseLoad,
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
