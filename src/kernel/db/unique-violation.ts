import { codeOf as postgresCodeOf } from './postgres/errors.ts'
import { codeOf as sqliteCodeOf } from './sqlite/errors.ts'

const UNIQUE_VIOLATION = '23505'
const CONSTRAINT_UNIQUE = 2067
const CONSTRAINT_PRIMARYKEY = 1555

/**
 * Whether a row was refused because of a unique constraint. On PostgreSQL the transaction cannot continue after it.
 */
export function isUniqueViolation(error: unknown): boolean {
  if (postgresCodeOf(error) === UNIQUE_VIOLATION) return true
  const code = sqliteCodeOf(error)
  return code === CONSTRAINT_UNIQUE || code === CONSTRAINT_PRIMARYKEY
}
