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
  /** Notes the failure of a statement that somebody waits for. */
  noteFailure(error: unknown): void
  /**
   * The failure behind an error of the transaction. The server refuses all statements after one that failed, and the work
   * may hear of a refusal first.
   */
  causeOf(thrown: unknown): unknown
  /** Waits only while too many are pending. */
  add(answer: Promise<unknown>): Promise<void>
}

export function createWriteBehind(): WriteBehind {
  let failure: unknown
  let awaited: unknown
  let pending = 0
  return {
    get failure() {
      return failure
    },
    noteFailure(error) {
      if (!isRefusedAfterFailure(error)) awaited ??= error
    },
    causeOf(thrown) {
      return failure ?? (isRefusedAfterFailure(thrown) ? (awaited ?? thrown) : thrown)
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
      if (!givesNothing(query)) {
        answer.catch(behind.noteFailure)
        return answer
      }
      await behind.add(answer)
      return { rows: [] }
    },
  }
}
