import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { refuseToStream } from '../kysely.ts'
import type { SqliteConnection, SqliteResult } from './connection.ts'
import type { Pacer } from './pacer.ts'

/** A synchronous connection as Kysely wants it, that yields when queries have used up a turn. */
export function kyselyConnection(connection: SqliteConnection, pacer: Pacer): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const pause = pacer.pause()
      if (pause !== undefined) await pause
      return asQueryResult<R>(connection.run(sql, parameters))
    },
    streamQuery: refuseToStream,
  }
}

export function asQueryResult<R>({ rows, changes }: SqliteResult): QueryResult<R> {
  return { rows: rows as R[], numAffectedRows: BigInt(changes) }
}
