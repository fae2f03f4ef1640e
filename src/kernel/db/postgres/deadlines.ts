import type { Socket } from 'node:net'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { startDeadline } from '../../base/deadline.ts'
import { HOUR } from '../../base/durations.ts'
import type { ProcessKind } from '../process-kind.ts'
import { DeadlinePassed } from './errors.ts'

/** maximum ms for the server's answers */
export interface Deadlines {
  /** to connect, and to wait for a connection that other queries use */
  connect: number
  /** for one query */
  usual: number
  /** for one query of `slowDb` */
  slow: number
}

/** Users wait for a server; an operator's tool may have to read the whole database. */
export const DEADLINES: Readonly<Record<ProcessKind, Deadlines>> = {
  server: { connect: 5_000, usual: 15_000, slow: 60_000 },
  tool: { connect: 5_000, usual: HOUR, slow: HOUR },
}
/** for transactions that declare themselves long, such as migrations */
export const LONG_DEADLINE = HOUR
/** ms by which the server's own `statement_timeout` precedes ours: then the connection stays usable */
const MARGIN = 2_000

/** Sends a query over a connection. */
export type Ask = (client: PoolClient, query: QueryConfig | string) => Promise<QueryResult>

/** The answer to the last statement of a connection; it never rejects. */
const lastAnswers = new WeakMap<PoolClient, Promise<void>>()

/**
 * Runs a query on a connection, which is closed if no answer arrives in time: in a network that drops
 * packets the caller would wait for ever.
 *
 * @param ms as set in the server's `statement_timeout`; they count from the answer to the statement before, as those of
 * the server do
 * @throws DeadlinePassed
 */
export async function queryInTime(
  client: PoolClient,
  query: QueryConfig | string,
  ms: number,
  ask: Ask = (given, asked) => given.query(asked as QueryConfig),
): Promise<QueryResult> {
  let isLate = false
  sendAtEndOfTurn(client)
  const answer = ask(client, query)
  const before = lastAnswers.get(client)
  lastAnswers.set(
    client,
    answer.then(
      () => {},
      () => {},
    ),
  )
  if (before !== undefined) await before
  using _ = startDeadline(ms + Math.min(MARGIN, ms), () => {
    isLate = true
    breakOff(client)
  })
  try {
    return await answer
  } catch (error) {
    throw isLate ? new DeadlinePassed(error) : error
  }
}

/** Queries of one turn are written at once: waking the server costs more than what it is asked. */
function sendAtEndOfTurn(client: PoolClient): void {
  const stream = streamOf(client)
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Closes a connection without notifying the server, which may be unreachable. */
export function breakOff(client: PoolClient): void {
  streamOf(client).destroy()
}

function streamOf(client: PoolClient): Socket {
  // @types/pg hides the connection of a pool's client
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
