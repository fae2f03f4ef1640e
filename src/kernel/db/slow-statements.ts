/** ms for which a statement may block the thread that answers requests */
const BLOCKING = 20
/** ms for which another server's answer may be awaited: nothing is blocked meanwhile */
const AWAITED = 1_000

export interface TimedStatement {
  /** its text, with placeholders for values */
  sql: string
  ms: number
  /** whether this thread did nothing else meanwhile */
  isBlocking: boolean
}

export interface BlockedTime {
  /** of all statements together */
  ms: number
  longest: TimedStatement | null
}

/** Tells of slow statements, and how long statements blocked the thread that answers requests. */
export interface SlowStatements {
  /** a statement of SQLite has run on this thread */
  noteBlocking(sql: string, ms: number): void
  /** a statement has run on the server of the database */
  noteAwaited(sql: string, ms: number): void
  /** the time blocked since the last call */
  takeBlocked(): BlockedTime
  /** Calls back at the end of each slow statement, so the listener must be quick; one listener at a time. */
  listen(listener: (statement: TimedStatement) => void): Disposable
}

export function createSlowStatements(): SlowStatements {
  let ms = 0
  let longest: TimedStatement | null = null
  let tell: ((statement: TimedStatement) => void) | null = null
  return {
    noteBlocking(sql, took) {
      ms += took
      if (longest === null || took > longest.ms) longest = { sql, ms: took, isBlocking: true }
      if (took >= BLOCKING) tell?.({ sql, ms: took, isBlocking: true })
    },
    noteAwaited(sql, took) {
      if (took >= AWAITED) tell?.({ sql, ms: took, isBlocking: false })
    },
    takeBlocked() {
      const blocked = { ms, longest }
      ms = 0
      longest = null
      return blocked
    },
    listen(listener) {
      tell = listener
      return {
        [Symbol.dispose]() {
          if (tell === listener) tell = null
        },
      }
    },
  }
}
