import type { QueryResult } from 'pg'

/** Asks the server one question. */
export type Ask = (text: string) => Promise<QueryResult>

export const NAMES_TURNED_OFF =
  'DATABASE_URL leads to a connection pool that does not keep prepared statements (PgBouncer before 1.21, or with max_prepared_statements = 0): from now on each query is planned anew, which costs time'

/**
 * A line for the operator about something that the server does not give and this process does without; null if there is
 * nothing, or a server that is only compatible cannot tell.
 */
export function faultOf(
  ask: Ask,
  { isPooled, wanted }: { isPooled: boolean; wanted: number },
): Promise<string | null> {
  const fault = isPooled ? unlimitedFault(ask) : shortageFault(ask, wanted)
  return fault.catch(() => null)
}

/** Connections that are reserved for superusers do not count: nobody should run a server as one. */
const ALLOWED = `select least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) as allowed
  from pg_roles, pg_database where rolname = current_user and datname = current_database()`

async function shortageFault(ask: Ask, wanted: number): Promise<string | null> {
  const { rows } = await ask(ALLOWED)
  const allowed = rows[0]?.allowed
  if (typeof allowed !== 'number' || wanted <= allowed) return null
  return `DATABASE_POOL and DATABASE_SLOW_POOL together are ${wanted} connections, but the database allows this user ${allowed}: some requests will fail while many come at once`
}

/** Behind a pool of transactions the limits of sessions have to be set in the database. */
async function unlimitedFault(ask: Ask): Promise<string | null> {
  const { rows } = await ask(
    `select current_setting('statement_timeout') as timeout, current_setting('jit') as jit, current_user as name`,
  )
  const { timeout, jit, name } = rows[0] ?? {}
  const lacking = [
    ...(timeout === '0' ? [`alter role ${name} set statement_timeout = '60s'`] : []),
    ...(jit === 'on' ? [`alter role ${name} set jit = off`] : []),
  ]
  if (lacking.length === 0) return null
  return `DATABASE_URL leads to a connection pool (PgBouncer), over which this server sets no limits for reads; set them in the database: ${lacking.join('; ')}`
}
