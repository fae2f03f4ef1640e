import type { Kysely } from 'kysely'
import type { Said } from '../base/translatable-text.ts'
import type { CountStore } from '../counters/count-store.ts'
import type { QueryStatistics } from './query-statistics.ts'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>

export interface TransactionOptions {
  long?: boolean
  lax?: boolean
}

/** A second PostgreSQL server that follows the first: visitors and slow reads are answered from it while it keeps up. */
export interface Replica {
  /** `Database.db`, but inside `asVisitor` it reads from the replica, and from the primary while that is left aside */
  readonly db: Db
  /** Runs a request whose reader may see what is some seconds old. */
  asVisitor<T>(work: () => T): T
  /** It is left aside until it shows what is committed by now: what is read from now on must not be older. */
  catchUp(): void
  state(): ReplicaState
}

export interface ReplicaState {
  isUsed: boolean
  /** ms that its newest data may be old; null: unknown */
  lag: number | null
  /** why it is left aside, or null */
  fault: Said | null
}

/** One open database, SQLite or PostgreSQL. */
export interface Database extends AsyncDisposable {
  /** reads (SQLite: a read-only connection that never waits); throws inside `transaction` */
  readonly db: Db
  /**
   * The same database for reads that may take over 10 ms: another thread, or a second small pool, or the replica once it
   * has all that was committed before the read.
   */
  readonly slowDb: Db
  /** durations of its queries and transactions so far */
  readonly load: QueryStatistics
  /**
   * Runs `work` in one transaction and resolves once its commit is durable. May run `work` again
   * (PostgreSQL 40001, 40P01).
   *
   * @param options.long its queries may take an hour each, as in a migration
   * @param options.lax resolves once the commit survives this process, though not yet a power cut
   * @throws Error when called inside a transaction
   * @throws Unreachable if the database does not answer in time; whether it was committed is then unknown
   */
  transaction<T>(work: (db: Db) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * A number that differs once these tables have changed: at once after a commit of this process, within half
   * a second after one of another process. Rows deleted by a cascade count as changes of the parent's table
   * only. Absent if the database reports no changes (PostgreSQL).
   */
  versionOf?(tables: readonly string[]): number
  /**
   * From now on commits tell readers in other processes which of these tables they change (SQLite).
   * @returns tells whether any process has changed settings, roles, emoji or blocks since its last call
   */
  announce?(tables: readonly string[]): Promise<() => boolean>
  /** counters that processes share over this database; null if it has one process only (SQLite) */
  readonly countStore: CountStore | null
  /** null without DATABASE_REPLICA_URL */
  readonly replica: Replica | null
  /**
   * ms since 1970 by the clock that all processes of this database share: the database's, as the clocks of machines may
   * differ by minutes. SQLite's processes share a machine. Leases are compared by it.
   */
  now(): Promise<number>
  /** calls back when another process changed the database's settings; returns the function that unsubscribes */
  onForeignChange(listener: () => void): () => void
}
