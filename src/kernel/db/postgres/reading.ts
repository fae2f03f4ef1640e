import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QueryConfig, QueryResult } from 'pg'
import type { Db } from '../database.ts'
import { createKysely } from '../kysely.ts'
import { kyselyConnection, type Send, type Shared, type StatementNames } from './connection.ts'
import { isConnectionLost, isDeadlock, isStalePlan, isUnusableName } from './errors.ts'
import type { Connections } from './pool.ts'

/** An update that locks several tables may meet a read more than once. */
const TRIES_AFTER_DEADLOCK = 3

/** A query builder for reads outside of transactions. */
export function readingOver(send: Send, { names, scope, load }: Shared): Db {
  const connection = kyselyConnection(send, names, load)
  return createKysely('postgres', {
    acquire: async () => {
      scope.refuseInside('The database was read')
      return connection
    },
  })
}

/**
 * Runs a query over any connection. Connections with outdated prepared plans are replaced, as are connections
 * that the server closed while they were idle. A query whose name the server does not know is sent without one. One that was
 * in a deadlock, as with an update that locks one table after the other, is sent again.
 */
export async function read(
  connections: Connections,
  names: StatementNames,
  given: QueryConfig,
): Promise<QueryResult> {
  let query = given
  for (let tries = 0; ; tries++) {
    const client = await connections.connect()
    try {
      const result = await connections.query(client, query)
      client.release()
      return result
    } catch (error) {
      const more = triesAfter(error, connections)
      client.release(more > 0 && !isDeadlock(error))
      if (tries >= more) throw error
      if (isUnusableName(error, connections)) {
        names.turnOff()
        query = { text: given.text, values: given.values ?? [] }
      }
      await nextTurn() // by then all connections that were lost together with this one are known
    }
  }
}

/** Number of retries; 0 if another one would do no better. */
function triesAfter(error: unknown, connections: Connections): number {
  if (isUnusableName(error, connections)) return 1
  if (isStalePlan(error)) return connections.max + 1
  if (isDeadlock(error)) return TRIES_AFTER_DEADLOCK
  return isConnectionLost(error) ? 1 : 0
}
