import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { startDeadline } from '../deadline.ts'
import type { ProcessKind } from '../process-kind.ts'
import { DeadlinePassed } from './errors.ts'

/** ms that the server may take */
export interface Deadlines {
  /** to let us in; so long may also a connection take that others use */
  connect: number
  /** for one query */
  usual: number
  /** of `slowDb` */
  slow: number
}

const HOUR = 3_600_000

/** People wait for a server; an operator's tool may have to read all there is. */
export const DEADLINES: Readonly<Record<ProcessKind, Deadlines>> = {
  server: { connect: 5_000, usual: 15_000, slow: 60_000 },
  tool: { connect: 5_000, usual: HOUR, slow: HOUR },
}
/** for transactions that say that they take long, such as migrations */
export const LONG_DEADLINE = HOUR
/** ms for which the server's own `statement_timeout` comes before ours: then the connection stays of use */
const MARGIN = 2_000

/**
 * Runs a query on a connection, which is broken off if no answer has come by then: a network that swallows
 * packets says nothing, and whoever asked would wait for ever.
 *
 * @param ms as the server was told in `statement_timeout`
 * @throws DeadlinePassed
 */
export async function queryInTime(
  client: PoolClient,
  query: QueryConfig | string,
  ms: number,
): Promise<QueryResult> {
  let isLate = false
  using _ = startDeadline(ms + Math.min(MARGIN, ms), () => {
    isLate = true
    breakOff(client)
  })
  try {
    return await client.query(query as QueryConfig)
  } catch (error) {
    throw isLate ? new DeadlinePassed(error) : error
  }
}

/** Ends a connection without a word to the server, which may not hear it. */
export function breakOff(client: PoolClient): void {
  // @types/pg keeps the connection of a pool's client to itself
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
