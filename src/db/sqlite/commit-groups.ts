import { StorageFull } from '../../errors.ts'
import type { SqliteConnection } from './connection.ts'

/** ms after which a group takes nobody else in */
const LONGEST = 10

/** A transaction's turn to write: what it runs is kept or undone, whatever others of its group do. */
export interface Turn {
  /**
   * Ends the turn; resolves when the commit is done.
   * @throws Error if SQLite has rolled back: `undo` is still to be called
   */
  keep(): Promise<void>
  /** ends the turn */
  undo(error: unknown): void
}

/** One holder at a time, in the order of asking. */
export interface WriteLock {
  /** by this or by transactions */
  readonly held: boolean
  /** resolves with the function that releases it */
  acquire(): Promise<() => void>
}

export interface CommitGroups {
  /** waits for a turn, and begins SQLite's transaction if none is open */
  take(): Promise<Turn>
  /** for what else uses the connection, or must know that nobody does: no transaction is open meanwhile */
  readonly lock: WriteLock
}

interface Group {
  members: number
  /** whether it takes nobody else in */
  isOver: boolean
  /** by `performance.now()` */
  readonly began: number
  readonly committed: PromiseWithResolvers<void>
}

interface Waiting {
  /** whether it may go on in a transaction that is open */
  joins: boolean
  start(): void
}

interface Options {
  connection: SqliteConnection
  /** @param since by `performance.now()`: when the turn was asked for */
  begin: (connection: SqliteConnection, since: number) => Promise<void>
  /** called after each commit */
  onCommit: () => void
}

/**
 * Gives transactions their turns, one after the other. One commit serves all that come in the same turn
 * of the event loop, each a savepoint of SQLite's transaction: they write the same pages over and
 * over, and a commit writes each page once.
 */
export function createCommitGroups({ connection, begin, onCommit }: Options): CommitGroups {
  const waiting: Waiting[] = []
  /** whether somebody has a turn or the lock */
  let busy = false
  /** what may still be joined, or is to be committed at the end of the turn that runs */
  let open: Group | null = null

  const commit = (group: Group) => {
    try {
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
    if (open !== null && !joins) commit(open)
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
      if (open !== null && (open.isOver || performance.now() - open.began >= LONGEST)) commit(open)
    } finally {
      const next = waiting.shift()
      if (next !== undefined) start(next)
    }
  }

  const beginGroup = async (since: number): Promise<Group> => {
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
        return leave
      },
    },
  }
}

/** What others are told whose work went with the one that failed, which is theirs only if the disk is full. */
function lostWith(error: unknown): unknown {
  if (error instanceof StorageFull) return error
  const text = 'SQLite rolled back several transactions, as one of them failed'
  return new Error(text, { cause: error })
}
