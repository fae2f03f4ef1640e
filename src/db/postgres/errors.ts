import { StorageFull, Unreachable } from '../../errors.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
/** disk full; read-only, as hosted databases become when their disk is */
const FULL = new Set(['53100', '25006'])
/** the server's own `statement_timeout` */
const CANCELED = '57014'
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
/** What `pg` says, without a code, when the connection is or goes away. */
const LOST = /connection terminated|not queryable/i

/** No answer came in time, so the connection was broken off. Another one may do no better: it is not tried. */
export class DeadlinePassed extends Error {
  constructor(cause: unknown) {
    super('The database did not answer in time', { cause })
    this.name = new.target.name
  }
}

/** SQLSTATE or errno of what the server or the socket said, or null. */
export function codeOf(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : null
}

/** Running the transaction again may work. */
export function isWorthRepeating(error: unknown): boolean {
  const code = codeOf(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || isStalePlan(error)
}

/** A statement this connection prepared before another process changed the table it reads. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && /cached plan/.test((error as Error).message)
}

export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  if (code === null) return error instanceof Error && LOST.test(error.message)
  return AWAY.has(code) || NETWORK.has(code) || /^08...$/.test(code)
}

/** A full disk and a lost connection as the domain knows them, any other error without the row. */
export function translated(error: unknown): unknown {
  if (FULL.has(codeOf(error) ?? '')) return new StorageFull({ cause: error })
  const isLate = error instanceof DeadlinePassed || codeOf(error) === CANCELED
  if (!isLate && !isConnectionLost(error)) return withoutRow(error)
  return new Unreachable('The database does not answer; please try again', { cause: error })
}

/** The server quotes the values that it refused: addresses, hashes. They have no place in a log. */
function withoutRow(error: unknown): unknown {
  if (error instanceof Error && 'detail' in error) error.detail = undefined
  return error
}
