import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Db } from '../database.ts'
import { createKysely } from '../kysely.ts'
import { kyselyConnection, type Shared } from './connection.ts'
import { isConnectionLost, isStalePlan, isWorthRepeating, translated } from './errors.ts'

const ATTEMPTS = 10
/** ms, doubled with each attempt */
const FIRST_PAUSE = 4
const LONGEST_PAUSE = 500

/** Runs one transaction, again after a serialisation failure or a deadlock. */
export type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>

export function createTransact(
  connect: () => Promise<PoolClient>,
  { names, scope, load }: Shared,
): Transact {
  const db = createKysely('postgres', { acquire: async () => scope.connection() })

  const attempt = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const client = await begin(connect)
    const began = performance.now()
    let broken = false
    try {
      const inside = kyselyConnection((query) => client.query(query), names, load)
      const result = await scope.run(inside, () => work(db))
      await commit(client)
      load.noteTransaction('committed', began)
      return result
    } catch (error) {
      load.noteTransaction('rolled_back', began)
      broken = isStalePlan(error) || !(await rolledBack(client))
      throw error
    } finally {
      client.release(broken)
    }
  }

  return async (work) => {
    scope.refuseInside('A second transaction was begun')
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(work)
      } catch (error) {
        if (tries === ATTEMPTS || !isWorthRepeating(error)) throw translated(error)
        await delay(Math.random() * Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE))
      }
    }
  }
}

/** The server may have ended a connection while nobody used it: then another one does. */
async function begin(connect: () => Promise<PoolClient>): Promise<PoolClient> {
  for (let isFirst = true; ; isFirst = false) {
    const client = await connect()
    try {
      await client.query('begin')
      return client
    } catch (error) {
      client.release(true)
      if (!isFirst || !isConnectionLost(error)) throw error
      await nextTurn() // by then every connection that was lost together with this one is known
    }
  }
}

/** After a failed statement PostgreSQL answers `commit` with a rollback and no error. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('A statement of the transaction failed and was ignored')
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}
