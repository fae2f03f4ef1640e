import type { DatabaseConnection } from 'kysely'
import { refuseToStream } from '../kysely.ts'
import { createRequestThread } from '../worker.ts'
import type { SqliteResult } from './connection.ts'
import { asQueryResult } from './kysely-connection.ts'

export interface SlowRequest {
  sql: string
  parameters: readonly unknown[]
}

/** A read-only connection on a thread of its own, for queries that would hold up this one. */
export function createSlowReader(file: string): DatabaseConnection & AsyncDisposable {
  const thread = createRequestThread<SlowRequest, SqliteResult>(
    'slow-reader-thread',
    import.meta.url,
    file,
  )
  return {
    async executeQuery<R>({ sql, parameters }: SlowRequest) {
      return asQueryResult<R>(await thread.ask({ sql, parameters }))
    },
    streamQuery: refuseToStream,
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
