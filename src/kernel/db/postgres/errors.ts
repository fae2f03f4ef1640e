import { ReadOnly, StorageFull, Unreachable } from '../../base/errors.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const ABORTED = '25P02'
const FULL = '53100'
/** a standby, or set to read-only, as hosted databases are on a full disk */
const READ_ONLY = '25006'
/** the server's own `statement_timeout` */
const CANCELED = '57014'
/** a prepared statement of that name does not exist; exists already */
const UNKNOWN_NAME = new Set(['26000', '42P05'])
/** too many connections; shutting down, crashed or starting */
const AWAY = new Set(['53300', '57P01', '57P02', '57P03'])
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])
/** Messages of `pg`, without a code, for a connection that is lost. */
const LOST = /connection terminated|not queryable/i

/** No answer came in time, so the connection was closed. There is no retry: another connection may do no better. */
export class DeadlinePassed extends Error {
  constructor(cause: unknown) {
    super('The database did not answer in time', { cause })
    this.name = new.target.name
  }
}

/** SQLSTATE or errno of an error of the server or the socket, or null. */
export function codeOf(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : null
}

/** Whether a statement was refused because an earlier one of its transaction had failed. */
export function isRefusedAfterFailure(error: unknown): boolean {
  return codeOf(error) === ABORTED
}

/** Whether the server ended this statement so that others, who waited for it, could go on. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === DEADLOCK
}

/** Whether a retry of the transaction may succeed. */
export function isWorthRepeating(error: unknown): boolean {
  if (codeOf(error) === SERIALIZATION_FAILURE || isDeadlock(error)) return true
  return isStalePlan(error) || isNameUnknown(error)
}

/** Whether another process changed the table of a statement that this connection has prepared. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && /cached plan/.test((error as Error).message)
}

/**
 * Whether the connection of the server has no statement of this name, or has another client's: behind a pool that gives
 * connections to transactions and does not keep prepared statements, as PgBouncer before 1.21.
 */
function isNameUnknown(error: unknown): boolean {
  return UNKNOWN_NAME.has(codeOf(error) ?? '')
}

/** Whether queries had better have no names from now on: behind a pool, a stale plan stays with the server's connection. */
export function isUnusableName(error: unknown, { isPooled }: { isPooled: boolean }): boolean {
  return isNameUnknown(error) || (isPooled && isStalePlan(error))
}

export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  if (code === null) return error instanceof Error && LOST.test(error.message)
  return AWAY.has(code) || NETWORK.has(code) || /^08...$/.test(code)
}

/** The message of the server or the socket. */
export function reasonOf(error: unknown): string {
  const reason = unwrapped(error)
  return reason instanceof Error && reason.message !== '' ? reason.message : String(reason)
}

/** The code of the system or of PostgreSQL behind a failure; null if it has none. */
export function causeCodeOf(error: unknown): string | null {
  return codeOf(unwrapped(error))
}

const unwrapped = (error: unknown) => (error instanceof Unreachable ? error.cause : error)

/** Translates a full disk, a database that is read-only and a lost connection into domain errors; removes row values from other errors. */
export function translated(error: unknown): unknown {
  if (codeOf(error) === READ_ONLY) return new ReadOnly({ cause: error })
  if (codeOf(error) === FULL) return new StorageFull({ cause: error })
  const isLate = error instanceof DeadlinePassed || codeOf(error) === CANCELED
  if (!isLate && !isConnectionLost(error)) return withoutRow(error)
  return new Unreachable('The database does not answer; please try again', { cause: error })
}

/** The server quotes refused values, such as addresses and hashes. These must not be logged. */
function withoutRow(error: unknown): unknown {
  if (error instanceof Error && 'detail' in error) error.detail = undefined
  return error
}
