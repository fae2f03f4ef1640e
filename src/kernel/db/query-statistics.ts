import { createHistogram, type Histogram } from '../instruments/histogram.ts'
import { createSlowStatements, type SlowStatements } from './slow-statements.ts'

/** Durations of a process's queries and transactions. */
export interface QueryStatistics {
  readonly queries: Readonly<Record<QueryType, Histogram>>
  /** from their begin, without the wait for other transactions, to their end, without the sync of a commit */
  readonly transactions: Readonly<Record<'committed' | 'rolled_back', Histogram>>
  readonly slow: SlowStatements
  /** @param began by `performance.now()` */
  noteQuery(kind: string, began: number): void
  /** @param began by `performance.now()` */
  noteTransaction(outcome: 'committed' | 'rolled_back', began: number): void
}

/** `other`: raw SQL, such as the size query */
export type QueryType = 'read' | 'write' | 'other'

/** seconds */
const QUERY_BOUNDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
const TRANSACTION_BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

const TYPES: Readonly<Record<string, QueryType>> = {
  SelectQueryNode: 'read',
  InsertQueryNode: 'write',
  UpdateQueryNode: 'write',
  DeleteQueryNode: 'write',
}

export function createQueryStatistics(): QueryStatistics {
  const [read, write, other] = [0, 1, 2].map(() => createHistogram(QUERY_BOUNDS)) as [
    Histogram,
    Histogram,
    Histogram,
  ]
  const queries = { read, write, other }
  const transactions = {
    committed: createHistogram(TRANSACTION_BOUNDS),
    rolled_back: createHistogram(TRANSACTION_BOUNDS),
  }
  return {
    queries,
    transactions,
    slow: createSlowStatements(),
    noteQuery(kind, began) {
      queries[TYPES[kind] ?? 'other'].observe((performance.now() - began) / 1000)
    },
    noteTransaction(outcome, began) {
      transactions[outcome].observe((performance.now() - began) / 1000)
    },
  }
}
