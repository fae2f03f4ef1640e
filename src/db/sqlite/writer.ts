import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseConnection } from 'kysely'
import { Unreachable } from '../../errors.ts'
import type { Db } from '../database.ts'
import type { FifoLock } from '../fifo-lock.ts'
import { createKysely } from '../kysely.ts'
import type { DatabaseLoad } from '../load.ts'
import type { TransactionScope } from '../transaction-scope.ts'
import type { SqliteConnection } from './connection.ts'
import { isBusy, translated } from './errors.ts'
import { kyselyConnection } from './kysely-connection.ts'
import type { Pacer } from './pacer.ts'

/** ms for which a transaction waits for another process to finish its own */
const PATIENCE = 10_000
const LONGEST_PAUSE = 25

export interface WriterOptions {
  connection: SqliteConnection
  lock: FifoLock
  pacer: Pacer
  scope: TransactionScope
  load: DatabaseLoad
  /** called before each statement */
  onStatement?: (sql: string) => void
  /** called after each commit, still under the lock */
  onCommit: () => void
}

/** Runs one transaction after the other; each is committed, not yet durable, when it resolves. */
export type Writer = <T>(work: (db: Db) => Promise<T>) => Promise<T>

export function createWriter(options: WriterOptions): Writer {
  const { connection, lock, scope, load, onCommit } = options
  const inside = guarded(kyselyConnection(connection, options.pacer, load), options)
  const db = createKysely('sqlite', { acquire: () => scope.connection() })
  return async (work) => {
    scope.refuseInside('A second transaction was begun')
    const release = await lock.acquire()
    const began = performance.now()
    try {
      await begin(connection)
      const result = await scope.run(inside, () => work(db))
      connection.run('commit')
      onCommit()
      load.noteTransaction('committed', began)
      return result
    } catch (error) {
      if (connection.inTransaction) connection.run('rollback')
      load.noteTransaction('rolled_back', began)
      throw translated(error)
    } finally {
      release()
    }
  }
}

/**
 * SQLite itself rolls back when the disk is full, for one; what the transaction still runs must then
 * not be committed row by row.
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

/** @throws Unreachable if another process holds the write lock for too long */
async function begin(connection: SqliteConnection): Promise<void> {
  const deadline = performance.now() + PATIENCE
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      connection.run('begin immediate')
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() > deadline) {
        throw new Unreachable('The database is busy; please try again', { cause: error })
      }
      await delay(pause)
    }
  }
}
