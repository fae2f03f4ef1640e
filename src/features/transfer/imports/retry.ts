import { MINUTE } from '../../../kernel/base/durations.ts'
import { DomainError, Forbidden, NotFound, Unreachable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { isWanted, noteOutcome } from './outcome.ts'
import type { ImportRow } from './queries.ts'

/** ms until the next attempt, by the number of attempts; then the row fails */
const DELAYS = [MINUTE, 10 * MINUTE, 60 * MINUTE]

/**
 * Postpones a row; after too many attempts it fails.
 * @param delay ms; default: by the number of attempts
 * @param counts whether this counts as an attempt
 */
export async function postpone(
  app: App,
  row: ImportRow,
  { delay, counts }: { delay?: number; counts: boolean },
): Promise<void> {
  const standard = DELAYS[row.attempts]
  await app.transact(async (tx) => {
    if (!(await isWanted(tx, row))) return
    if (counts && standard === undefined) {
      await noteOutcome(tx, row, { state: 'failed', note: 'Its server did not answer' })
      return
    }
    await tx.db
      .updateTable('data_import_row')
      .set({
        attempts: row.attempts + (counts ? 1 : 0),
        next_at: tx.now + (delay ?? standard ?? MINUTE),
      })
      .where('id', '=', row.id)
      .execute()
  })
}

/** The reason of a permanent failure, worded for the owner; null: the row is tried again. */
export function reasonOf(app: App, row: ImportRow, error: unknown): string | null {
  if (error instanceof Unreachable) return null
  if (error instanceof NotFound) return 'It was not found, or you may not see it'
  if (error instanceof Forbidden)
    return 'This is not allowed: it is you, or has moved, or is blocked'
  if (error instanceof DomainError && error.statusCode < 500) return error.message
  app.log.error({ err: error, row: row.id }, 'a row of an import failed')
  return null
}
