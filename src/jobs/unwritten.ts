import type { Logger } from 'pino'
import { DomainError } from '../errors.ts'

/**
 * Says in one line that a stop on a full disk, or without its database, could not write how work ended:
 * the leases run out, and it is done again.
 *
 * @throws error itself if it is something else
 */
export function unwritten(log: Logger, error: unknown, consequence: string): void {
  if (!(error instanceof DomainError)) throw error
  log.warn(`${error.message}: ${consequence}`)
}
