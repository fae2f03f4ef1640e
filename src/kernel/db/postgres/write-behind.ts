import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { givesNothing } from '../prepared.ts'
import { isRefusedAfterFailure } from './errors.ts'

/** Statements whose answers have not come yet: bounds what a loop of writes keeps in memory. */
const MOST_PENDING = 100

/**
 * Statements of one transaction whose answers nobody waits for. The server runs them in order, so what follows sees
 * their rows, and after the first that fails it refuses all others and the commit.
 */
export interface WriteBehind {
  /** of the first that failed; undefined while none has */
  readonly failure: unknown
  /** Waits only while too many are pending. */
  add(answer: Promise<unknown>): Promise<void>
}

export function createWriteBehind(): WriteBehind {
  let failure: unknown
  let pending = 0
  return {
    get failure() {
      return failure
    },
    async add(answer) {
      pending += 1
      const settled = answer.then(
        () => void pending--,
        (error: unknown) => {
          pending--
          if (!isRefusedAfterFailure(error)) failure ??= error
        },
      )
      if (pending >= MOST_PENDING) await settled
    },
  }
}

/** A connection on which prepared statements without rows are sent without waiting for their answers. */
export function writingBehind(inner: DatabaseConnection, behind: WriteBehind): DatabaseConnection {
  return {
    ...inner,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const answer = inner.executeQuery<R>(query)
      if (!givesNothing(query)) return answer
      await behind.add(answer)
      return { rows: [] }
    },
  }
}
