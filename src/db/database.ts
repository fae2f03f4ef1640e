import type { Kysely } from 'kysely'
import type { DatabaseLoad } from './load.ts'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>

export interface TransactionOptions {
  long?: boolean
  lax?: boolean
}

/** One open database, SQLite or PostgreSQL. */
export interface Database extends AsyncDisposable {
  /** reads (SQLite: a read-only connection that never waits); throws inside `transaction` */
  readonly db: Db
  /** the same database for reads that may take over 10 ms: another thread, or a second small pool */
  readonly slowDb: Db
  /** what was asked of it so far */
  readonly load: DatabaseLoad
  /**
   * Runs `work` in one transaction and resolves once its commit is durable. May run `work` again
   * (PostgreSQL 40001, 40P01).
   *
   * @param options.long its queries may take an hour each, such as those of a migration
   * @param options.lax resolves once the commit outlives this process, though not yet a power cut
   * @throws Error when called inside a transaction
   * @throws Unreachable if the database does not answer in time; whether it was committed is then unknown
   */
  transaction<T>(work: (db: Db) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * A number that is another one once these tables have changed: at once after a commit of this process,
   * within half a second after one of another. Rows that go with those they belong to count as changes
   * of those others' table only. Absent where nobody tells (PostgreSQL).
   */
  versionOf?(tables: readonly string[]): number
  /** calls back when another process changed the database's settings; returns the function that stops it */
  onForeignChange(listener: () => void): () => void
}
