import type { App } from '../../app.ts'
import { DomainError, Forbidden, NotFound, Unreachable } from '../../errors.ts'
import { isWanted, noteOutcome } from './outcome.ts'
import type { ImportRow } from './queries.ts'

const MINUTE = 60_000
/** ms until a row is tried again, by how often it was; then it fails */
const DELAYS = [MINUTE, 10 * MINUTE, 60 * MINUTE]

/**
 * Leaves a row for later; one that was tried often enough fails.
 * @param delay ms; default: by how often it was tried
 * @param counts whether this was a try
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

/** Why a row fails for good, in words for its owner; null: it is tried again. */
export function reasonOf(app: App, row: ImportRow, error: unknown): string | null {
  if (error instanceof Unreachable) return null
  if (error instanceof NotFound) return 'It was not found, or you may not see it'
  if (error instanceof Forbidden)
    return 'This is not allowed: it is you, or has moved, or is blocked'
  if (error instanceof DomainError && error.statusCode < 500) return error.message
  app.log.error({ err: error, row: row.id }, 'a row of an import failed')
  return null
}
