import type { PoolClient } from 'pg'
import { queryInTime } from './deadlines.ts'

export interface SessionSettings {
  /** maximum ms of a query */
  readonly deadline: number
  /** for lookups: see `PLANNED_ONCE` */
  readonly plansOnce: boolean
}

/**
 * A plan is made once for all values, as planning a page anew takes ten times as long as the page. Such a plan knows
 * neither how many rows this person has nor how many are wanted, and would read small tables and rare values from end to
 * end; every lookup has an index, and this makes the server take it.
 */
const PLANNED_ONCE = ['plan_cache_mode = force_generic_plan', 'enable_seqscan = off']
const PLANNED_FOR_VALUES = ['plan_cache_mode = auto', 'enable_seqscan = on']
/** The server compiles queries that look costly, for 30 ms and more; our queries themselves take less. */
const NEVER_COMPILED = 'jit = off'

function settingsOf({ deadline, plansOnce }: SessionSettings): string[] {
  const plans = plansOnce ? PLANNED_ONCE : PLANNED_FOR_VALUES
  return [NEVER_COMPILED, `statement_timeout = ${deadline}`, ...plans]
}

/**
 * Limits the queries of a new connection, unless it leads to a pool such as PgBouncer, whose connections to the server
 * may belong to another client after each transaction: a `set` would then hold for that one. There transactions limit
 * themselves (`beginning`).
 *
 * @param patience ms for the answer
 * @returns whether it leads to such a pool, which tells its clients other process numbers than the server's own
 */
export async function prepareSession(
  client: PoolClient,
  settings: SessionSettings,
  patience: number,
): Promise<boolean> {
  const asked = await queryInTime(client, 'select pg_backend_pid() as pid', patience)
  // @types/pg lacks the process number
  const { processID } = client as unknown as { processID: number | null }
  if (asked.rows[0]?.pid !== processID) return true
  const lines = settingsOf(settings).map((setting) => `set ${setting}`)
  await queryInTime(client, lines.join('; '), patience)
  return false
}

/** The statement that begins a transaction. */
export function beginning(connections: SessionSettings & { readonly isPooled: boolean }): string {
  if (!connections.isPooled) return 'begin'
  return ['begin', ...settingsOf(connections).map((setting) => `set local ${setting}`)].join('; ')
}

/** The statement that prepares a transaction for queries over whole tables. @param deadline ms of each */
export function settingsOfLong(deadline: number): string {
  const settings = [`statement_timeout = ${deadline}`, ...PLANNED_FOR_VALUES]
  return settings.map((setting) => `set local ${setting}`).join('; ')
}
