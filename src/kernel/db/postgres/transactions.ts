import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { QueryConfig } from 'pg'
import type { Database, Db, TransactionOptions } from '../database.ts'
import { createKysely } from '../kysely.ts'
import { kyselyConnection, type Shared } from './connection.ts'
import { breakOff, LONG_DEADLINE } from './deadlines.ts'
import {
  isConnectionLost,
  isStalePlan,
  isUnusableName,
  isWorthRepeating,
  translated,
} from './errors.ts'
import type { Connections } from './pool.ts'
import { beginning, settingsOfLong } from './session.ts'
import { createWriteBehind, writingBehind } from './write-behind.ts'

const ATTEMPTS = 10
/** ms, doubled with each attempt */
const FIRST_PAUSE = 4
const LONGEST_PAUSE = 500

/** Runs one transaction, again after a serialisation failure or a deadlock. */
export type Transact = Database['transaction']

export function createTransact(connections: Connections, { names, scope, load }: Shared): Transact {
  const db = createKysely('postgres', { acquire: async () => scope.connection() })

  const attempt = async <T>(
    work: (db: Db) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> => {
    const client = await connections.connect()
    const ms = options.long === true ? LONG_DEADLINE : connections.deadline
    const query = (query: QueryConfig | string) => connections.query(client, query, ms)
    const began = performance.now()
    const behind = createWriteBehind()
    const opened = connections.query(client, opening(connections, options))
    let isOpen = false
    let broken = false
    try {
      await behind.add(opened)
      const inside = kyselyConnection(query, names, load, { isOneClient: true })
      const once = writingOnceOpen(writingBehind(inside, behind), opened)
      const result = await scope.run(once, () => work(db))
      await opened
      isOpen = true
      // one that failed before it was sent stops no commit
      if (behind.failure !== undefined) throw behind.failure
      await commit(query)
      load.noteTransaction('committed', began)
      return result
    } catch (thrown) {
      const error = behind.causeOf(thrown)
      load.noteTransaction('rolled_back', began)
      if (isUnusableName(error, connections)) names.turnOff()
      isOpen ||= await succeeds(opened)
      if (!isOpen) breakOff(client)
      broken = isStalePlan(error) || !(await rolledBack(query))
      throw !isOpen && isConnectionLost(error) ? new NotOpened(error) : error
    } finally {
      client.release(broken)
    }
  }

  return async (work, options = {}) => {
    scope.refuseInside('A second transaction was begun')
    let isReplaced = false
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(work, options)
      } catch (error) {
        if (error instanceof NotOpened && !isReplaced) {
          isReplaced = true
          await nextTurn() // by then all connections that were lost together with this one are known
        } else if (tries < ATTEMPTS && isWorthRepeating(error)) {
          await delay(Math.random() * Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE))
        } else {
          throw translated(error instanceof NotOpened ? error.cause : error)
        }
      }
    }
  }
}

/** The server has closed an idle connection, and nothing was done: another connection may do better. */
class NotOpened extends Error {
  constructor(cause: unknown) {
    super('The transaction was not begun', { cause })
    this.name = new.target.name
  }
}

/** The statement that begins a transaction. */
function opening(connections: Connections, { lax, long }: TransactionOptions): string {
  const lines = [beginning(connections)]
  if (lax === true) lines.push('set local synchronous_commit = off')
  if (long === true) lines.push(settingsOfLong(LONG_DEADLINE))
  return lines.join('; ')
}

/** Only reads are sent before `begin` is answered: if it fails, what was sent behind it is in no transaction. */
function writingOnceOpen(inner: DatabaseConnection, opened: Promise<unknown>): DatabaseConnection {
  let isOpen = false
  const done = opened.then(() => {
    isOpen = true
  })
  done.catch(() => {})
  return {
    ...inner,
    executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (isOpen || query.query.kind === 'SelectQueryNode') return inner.executeQuery<R>(query)
      return done.then(() => inner.executeQuery<R>(query))
    },
  }
}

const succeeds = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => true,
    () => false,
  )

/** After a failed statement PostgreSQL answers `commit` with a rollback and no error. */
type Query = (query: string) => Promise<{ command: string }>

async function commit(query: Query): Promise<void> {
  const { command } = await query('commit')
  if (command !== 'COMMIT') throw new Error('A statement of the transaction failed and was ignored')
}

async function rolledBack(query: Query): Promise<boolean> {
  try {
    await query('rollback')
    return true
  } catch {
    return false
  }
}
