import type { Logger } from 'pino'
import { DomainError } from '../base/errors.ts'

/**
 * Logs that a stop on a full disk, or without its database, could not write outcomes: the leases expire and
 * the work is repeated.
 *
 * @throws error itself if it is of another kind
 */
export function logUnwritten(log: Logger, error: unknown, consequence: string): void {
  if (!(error instanceof DomainError)) throw error
  log.warn(`${error.message}: ${consequence}`)
}
