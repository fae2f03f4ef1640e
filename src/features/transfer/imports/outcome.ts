import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { type DataImport, findImport, type ImportRow } from './queries.ts'

/** The outcome of a row. */
export type Outcome =
  | { state: 'imported'; note?: string | null }
  | { state: 'skipped'; note: string }
  | { state: 'failed'; note: string }

/**
 * Whether a row is still to be imported. Locks the import until the end of the transaction: no
 * other transaction imports the row, and the import cannot be cancelled meanwhile.
 */
export async function isWanted(tx: Tx, row: Pick<ImportRow, 'id' | 'import_id'>): Promise<boolean> {
  await lockRow(tx.db, 'data_import', row.import_id)
  const running = (await findImport(tx.db, row.import_id))?.state === 'running'
  if (!running) return false
  const found = await tx.db
    .selectFrom('data_import_row')
    .select('state')
    .where('id', '=', row.id)
    .executeTakeFirst()
  return found?.state === 'waiting'
}

/** Stores the outcome of a row, in the transaction that imported it; call `isWanted` first. */
export async function noteOutcome(
  tx: Tx,
  row: Pick<ImportRow, 'id' | 'import_id'>,
  { state, note = null }: Outcome,
): Promise<void> {
  await tx.db
    .updateTable('data_import_row')
    .set({ state, error: note })
    .where('id', '=', row.id)
    .execute()
  await tx.db
    .updateTable('data_import')
    .set((eb) => ({
      processed_items: eb('processed_items', '+', 1),
      ...(state === 'imported' ? { imported_items: eb('imported_items', '+', 1) } : {}),
      ...(state === 'failed' ? { failed_items: eb('failed_items', '+', 1) } : {}),
    }))
    .where('id', '=', row.import_id)
    .execute()
}

/** Imports one row. @throws DomainError: the row then fails with its message */
export type ImportAction = (
  tx: Tx,
  of: Pick<DataImport, 'account_id'>,
  targetId: string,
  data: ImportRow['data'],
) => Promise<Outcome>
