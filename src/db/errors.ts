import { codeOf as postgresCode } from './postgres/errors.ts'
import { codeOf as sqliteCode } from './sqlite/errors.ts'

const POSTGRES_UNIQUE = '23505'
const SQLITE_PRIMARY_KEY = 1555
const SQLITE_UNIQUE = 2067

/**
 * Whether a write failed because such a row exists. The transaction is lost then (PostgreSQL), so
 * inside one `on conflict do nothing` is the way to ask.
 */
export function isUniqueViolation(error: unknown): boolean {
  const sqlite = sqliteCode(error)
  if (sqlite !== null) return sqlite === SQLITE_UNIQUE || sqlite === SQLITE_PRIMARY_KEY
  return postgresCode(error) === POSTGRES_UNIQUE
}
