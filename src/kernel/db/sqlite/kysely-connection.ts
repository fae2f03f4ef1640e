import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { refuseToStream } from '../kysely.ts'
import type { QueryStatistics } from '../query-statistics.ts'
import type { SqliteConnection, SqliteResult } from './connection.ts'
import type { Pacer } from './pacer.ts'

/** A Kysely connection over a synchronous one; it yields when queries have used up a turn. */
export function kyselyConnection(
  connection: SqliteConnection,
  pacer: Pacer,
  load: QueryStatistics,
): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
      const pause = pacer.pause()
      if (pause !== undefined) await pause
      const began = performance.now()
      const result = connection.run(sql, parameters)
      load.noteQuery(query.kind, began)
      return asQueryResult<R>(result)
    },
    streamQuery: refuseToStream,
  }
}

export function asQueryResult<R>({ rows, changes }: SqliteResult): QueryResult<R> {
  return { rows: rows as R[], numAffectedRows: BigInt(changes) }
}
