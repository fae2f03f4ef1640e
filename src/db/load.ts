import { createHistogram, type Histogram } from '../metrics/histogram.ts'

/** What a process has asked of its database. */
export interface DatabaseLoad {
  readonly queries: Readonly<Record<QueryType, Histogram>>
  /** from their begin, once nobody else held them up, to their end; a commit's durability not included */
  readonly transactions: Readonly<Record<'committed' | 'rolled_back', Histogram>>
  /** @param began by `performance.now()` */
  noteQuery(kind: string, began: number): void
  /** @param began by `performance.now()` */
  noteTransaction(outcome: 'committed' | 'rolled_back', began: number): void
}

/** `other`: written as text, such as what asks for the size */
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

export function createDatabaseLoad(): DatabaseLoad {
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
    noteQuery(kind, began) {
      queries[TYPES[kind] ?? 'other'].observe((performance.now() - began) / 1000)
    },
    noteTransaction(outcome, began) {
      transactions[outcome].observe((performance.now() - began) / 1000)
    },
  }
}
