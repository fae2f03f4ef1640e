import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { getHeapStatistics } from 'node:v8'
import pg from 'pg'
import type { App } from '../src/kernel/core/app.ts'
import type { Histogram } from '../src/kernel/instruments/histogram.ts'

/** Counts of a process's work since its start. */
export interface Work {
  queries: number
  transactions: number
  /** turns of the event loop in which statements were sent to PostgreSQL: their answers come together */
  waits: number
  /** SQL statements that the database had to parse */
  prepared: number
  /** bytes on the V8 heap of the main thread; exact with `--no-inline-new` only */
  allocated: number
  /** calls that read or write a file, socket or pipe, on all threads; absent elsewhere than on Linux */
  calls?: number
}

/** @returns the number of statements that this process has prepared since, on its main thread */
export function countPreparedStatements(): () => number {
  let count = 0
  const counted = <Owner, Arguments extends unknown[], Result>(
    prepare: (this: Owner, ...given: Arguments) => Result,
  ) =>
    function (this: Owner, ...given: Arguments): Result {
      count++
      return prepare.apply(this, given)
    }
  DatabaseSync.prototype.prepare = counted(DatabaseSync.prototype.prepare)
  const connection = pg.Connection.prototype as unknown as { parse: (query: object) => void }
  connection.parse = counted(connection.parse)
  return () => count
}

/** @returns the number of turns in which this process has sent statements to PostgreSQL since */
export function countWaits(): () => number {
  let count = 0
  let isCounted = false
  const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  const { query } = client
  client.query = function (...given) {
    if (!isCounted) {
      count++
      isCounted = true
      // after all that this turn sends, as `sendAtEndOfTurn` in kernel/db/postgres/deadlines.ts
      process.nextTick(() => {
        isCounted = false
      })
    }
    return query.apply(this, given)
  }
  return () => count
}

export interface Counters {
  prepared: () => number
  waits: () => number
}

export function readWork({ database }: App, { prepared, waits }: Counters): Work {
  const { queries, transactions } = database.load
  const calls = readAndWriteCalls()
  return {
    queries: observationsOf(queries),
    transactions: observationsOf(transactions),
    waits: waits(),
    prepared: prepared(),
    ...(calls === null ? {} : { calls }),
    allocated: getHeapStatistics().total_allocated_bytes,
  }
}

function observationsOf(histograms: Readonly<Record<string, Histogram>>): number {
  return Object.values(histograms)
    .flatMap(({ counts }) => counts)
    .reduce((sum, count) => sum + count, 0)
}

/** @see man 5 proc, `/proc/pid/io` */
function readAndWriteCalls(): number | null {
  if (process.platform !== 'linux') return null
  const text = readFileSync('/proc/self/io', 'latin1')
  return Number(/^syscr: (\d+)/m.exec(text)![1]) + Number(/^syscw: (\d+)/m.exec(text)![1])
}
