import { StorageFull } from '../../base/errors.ts'
import type { SqliteConnection } from './connection.ts'

/** ms after which a group accepts no further transaction */
const LONGEST = 10

/** A transaction's turn to write. It is committed or undone independently of the others in its group. */
export interface Turn {
  /**
   * Ends the turn; resolves when the commit is done.
   * @throws Error if SQLite has rolled back: `undo` must still be called
   */
  keep(): Promise<void>
  /** ends the turn */
  undo(error: unknown): void
}

/** One holder at a time, in the order of requests. */
export interface WriteLock {
  /** by this lock or by transactions */
  readonly held: boolean
  /** resolves with the function that releases it */
  acquire(): Promise<() => void>
}

export interface CommitGroups {
  /** waits for a turn, and begins SQLite's transaction if none is open */
  take(): Promise<Turn>
  /** for other uses of the connection, or for times without any use; no transaction is open meanwhile */
  readonly lock: WriteLock
}

interface Group {
  members: number
  /** whether it accepts no further transaction */
  isOver: boolean
  /** by `performance.now()` */
  readonly began: number
  readonly committed: PromiseWithResolvers<void>
}

interface Waiting {
  /** whether it may join an open transaction */
  joins: boolean
  start(): void
}

interface Options {
  connection: SqliteConnection
  /** @param since by `performance.now()`: when the turn was requested */
  begin: (connection: SqliteConnection, since: number) => Promise<void>
  /** called before each commit: it may still write into the transaction */
  beforeCommit?: () => void
  /** called after each commit */
  onCommit: () => void
}

/**
 * Gives transactions their turns, one after the other. All transactions of one turn of the event loop share a
 * commit, each as a savepoint of SQLite's transaction: they write the same pages repeatedly, and a commit writes
 * each page once.
 */
export function createCommitGroups({
  connection,
  begin,
  beforeCommit,
  onCommit,
}: Options): CommitGroups {
  const waiting: Waiting[] = []
  /** whether a turn or the lock is taken */
  let busy = false
  /** the group that can still be joined, or is committed at the end of the running turn */
  let open: Group | null = null

  const commit = (group: Group) => {
    try {
      beforeCommit?.()
      connection.run('commit')
      open = null
      onCommit()
      group.committed.resolve()
    } catch (error) {
      rollBack(group, error)
    }
  }

  const rollBack = ({ members, committed }: Group, error: unknown) => {
    open = null
    if (members > 0) committed.reject(error)
    try {
      endTransaction()
    } catch {
      // tried again before the next transaction begins, which is told if it fails again
    }
  }

  const endTransaction = () => {
    if (connection.inTransaction) connection.run('rollback')
  }

  const undoTurn = (group: Group, error: unknown) => {
    if (group.members === 0 || !connection.inTransaction) return rollBack(group, lostWith(error))
    try {
      connection.run('rollback to turn')
      connection.run('release turn')
    } catch (failure) {
      rollBack(group, failure)
    }
  }

  const start = ({ joins, start }: Waiting) => {
    busy = true
    if (open !== null && (!joins || isFull(open))) commit(open)
    start()
  }

  const enter = (joins: boolean) =>
    new Promise<void>((resolve) => {
      const one = { joins, start: resolve }
      if (busy) waiting.push(one)
      else start(one)
    })

  const leave = () => {
    busy = false
    try {
      if (open !== null && isFull(open)) commit(open)
    } finally {
      const next = waiting.shift()
      if (next !== undefined) start(next)
    }
  }

  const beginGroup = async (since: number): Promise<Group> => {
    endTransaction()
    await begin(connection, since)
    const committed = Promise.withResolvers<void>()
    const group = { members: 0, isOver: false, began: performance.now(), committed }
    setImmediate(() => {
      group.isOver = true
      if (open === group && !busy) commit(group)
    })
    return group
  }

  const turnIn = (group: Group): Turn => ({
    keep() {
      if (!connection.inTransaction) throw new Error('The transaction was rolled back')
      if (group.members > 0) connection.run('release turn')
      group.members += 1
      leave()
      return group.committed.promise
    },
    undo(error) {
      try {
        undoTurn(group, error)
      } finally {
        leave()
      }
    },
  })

  return {
    async take() {
      const since = performance.now()
      await enter(true)
      try {
        if (open === null) open = await beginGroup(since)
        else connection.run('savepoint turn')
        return turnIn(open)
      } catch (error) {
        leave()
        throw error
      }
    },
    lock: {
      get held() {
        return busy || open !== null
      },
      async acquire() {
        await enter(false)
        try {
          endTransaction()
        } catch (error) {
          leave()
          throw error
        }
        return leave
      },
    },
  }
}

/** Whether a group accepts no further transaction. */
const isFull = ({ isOver, began }: Group): boolean => isOver || performance.now() - began >= LONGEST

/**
 * The error for other transactions that were rolled back with a failed one; the original only if the disk is full.
 */
function lostWith(error: unknown): unknown {
  if (error instanceof StorageFull) return error
  const text = 'SQLite rolled back several transactions, as one of them failed'
  return new Error(text, { cause: error })
}
