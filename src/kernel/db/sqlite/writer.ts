import type { DatabaseConnection } from 'kysely'
import type { Db } from '../database.ts'
import { createKysely } from '../kysely.ts'
import type { QueryStatistics } from '../query-statistics.ts'
import type { TransactionScope } from '../transaction-scope.ts'
import type { CommitGroups, Turn } from './commit-groups.ts'
import type { SqliteConnection } from './connection.ts'
import { translated } from './errors.ts'
import { kyselyConnection } from './kysely-connection.ts'
import type { Pacer } from './pacer.ts'

export interface WriterOptions {
  connection: SqliteConnection
  groups: CommitGroups
  pacer: Pacer
  scope: TransactionScope
  load: QueryStatistics
  /** called before each statement */
  onStatement?: (sql: string) => void
}

/** Runs one transaction after the other; each is committed, but not yet durable, when its promise resolves. */
export type Writer = <T>(work: (db: Db) => Promise<T>) => Promise<T>

export function createWriter(options: WriterOptions): Writer {
  const { connection, groups, scope, load } = options
  const inside = guarded(kyselyConnection(connection, options.pacer, load), options)
  const db = createKysely('sqlite', { acquire: () => scope.connection() })
  return async (work) => {
    scope.refuseInside('A second transaction was begun')
    const turn = await groups.take()
    const began = performance.now()
    try {
      const { result, committed } = await inTurn(turn, () => scope.run(inside, () => work(db)))
      await committed
      load.noteTransaction('committed', began)
      return result
    } catch (error) {
      load.noteTransaction('rolled_back', began)
      throw translated(error)
    }
  }
}

async function inTurn<T>(turn: Turn, work: () => Promise<T>) {
  try {
    const result = await work()
    return { result, committed: turn.keep() }
  } catch (error) {
    turn.undo(error)
    throw error
  }
}

/**
 * SQLite itself rolls back in some cases, such as a full disk; the transaction's further statements must then
 * not be committed one by one.
 */
function guarded(
  inner: DatabaseConnection,
  { connection, onStatement }: Pick<WriterOptions, 'connection' | 'onStatement'>,
): DatabaseConnection {
  return {
    ...inner,
    async executeQuery(query) {
      if (!connection.inTransaction) throw new Error('The transaction was rolled back')
      onStatement?.(query.sql)
      try {
        return await inner.executeQuery(query)
      } catch (error) {
        throw translated(error)
      }
    },
  }
}
