import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { PoolClient, QueryConfig } from 'pg'
import type { Database, Db, TransactionOptions } from '../database.ts'
import { createKysely } from '../kysely.ts'
import { kyselyConnection, type Shared } from './connection.ts'
import { LONG_DEADLINE } from './deadlines.ts'
import { isConnectionLost, isStalePlan, isWorthRepeating, translated } from './errors.ts'
import type { Connections } from './pool.ts'

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
    { long = false, lax = false }: TransactionOptions,
  ): Promise<T> => {
    const client = await begin(connections)
    const ms = long ? LONG_DEADLINE : connections.deadline
    const query = (query: QueryConfig | string) => connections.query(client, query, ms)
    const began = performance.now()
    let broken = false
    try {
      if (lax) await query('set local synchronous_commit = off')
      if (long) await query(`set local statement_timeout = ${LONG_DEADLINE}`)
      const inside = kyselyConnection(query, names, load)
      const result = await scope.run(inside, () => work(db))
      await commit(query)
      load.noteTransaction('committed', began)
      return result
    } catch (error) {
      load.noteTransaction('rolled_back', began)
      broken = isStalePlan(error) || !(await rolledBack(query))
      throw error
    } finally {
      client.release(broken)
    }
  }

  return async (work, options = {}) => {
    scope.refuseInside('A second transaction was begun')
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(work, options)
      } catch (error) {
        if (tries === ATTEMPTS || !isWorthRepeating(error)) throw translated(error)
        await delay(Math.random() * Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE))
      }
    }
  }
}

/** The server may have ended a connection while nobody used it: then another one does. */
async function begin(connections: Connections): Promise<PoolClient> {
  for (let isFirst = true; ; isFirst = false) {
    const client = await connections.connect()
    try {
      await connections.query(client, 'begin')
      return client
    } catch (error) {
      client.release(true)
      if (!isFirst || !isConnectionLost(error)) throw error
      await nextTurn() // by then every connection that was lost together with this one is known
    }
  }
}

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
