import { Unprocessable, ValidationFailed } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { removeFiles } from '../../media/process.ts'
import { type DataImport, getOwnImport } from './queries.ts'

export const STEP = 'import.step'
export const REMOVE = 'import.remove_others'

/** The client's choices, validated. @throws ValidationFailed */
export function readChoices(given: {
  mode?: string | undefined
  replies?: string | undefined
}): Partial<Pick<DataImport, 'mode' | 'replies'>> {
  const { mode = 'merge', replies = 'keep' } = given
  if (mode !== 'merge' && mode !== 'overwrite') {
    throw new ValidationFailed('Mode is not included in the list')
  }
  if (replies !== 'keep' && replies !== 'skip') {
    throw new ValidationFailed('Replies is not included in the list')
  }
  return {
    ...(given.mode === undefined ? {} : { mode }),
    ...(given.replies === undefined ? {} : { replies }),
  }
}

interface Own {
  accountId: string
  id: string
}

/**
 * Starts an import that its owner has reviewed; doing it again changes nothing.
 * @throws NotFound, and Unprocessable while its file is being read and after its end
 */
export async function confirmImport(
  tx: Tx,
  own: Own,
  choices: Partial<Pick<DataImport, 'mode' | 'replies'>> = {},
): Promise<void> {
  await lockRow(tx.db, 'data_import', own.id)
  const { state, type, ...before } = await getOwnImport(tx.db, own.accountId, own.id)
  if (state === 'running') return
  if (state !== 'unconfirmed') throw new Unprocessable('This import cannot be begun')
  const mode = choices.mode ?? before.mode
  await tx.db
    .updateTable('data_import')
    .set({ ...choices, state: 'running', started_at: tx.now })
    .where('id', '=', own.id)
    .execute()
  const kind = mode === 'overwrite' && type !== 'archive' ? REMOVE : STEP
  tx.enqueue({ kind, payload: { importId: own.id } })
}

/** Stops an import: imported rows stay. Does nothing after its end. @throws NotFound */
export async function cancelImport(tx: Tx, own: Own): Promise<void> {
  await lockRow(tx.db, 'data_import', own.id)
  const found = await getOwnImport(tx.db, own.accountId, own.id)
  if (isOver(found)) return
  await endImport(tx, found, 'cancelled')
}

export function isOver({ state }: Pick<DataImport, 'state'>): boolean {
  return state === 'finished' || state === 'cancelled' || state === 'failed'
}

/** Removes the file, which is no longer needed. @param error reason of a failure */
export async function endImport(
  tx: Tx,
  { id, file_key }: Pick<DataImport, 'id' | 'file_key'>,
  state: 'finished' | 'cancelled' | 'failed',
  error: string | null = null,
): Promise<void> {
  await tx.db
    .updateTable('data_import')
    .set({ state, error, file_key: null, finished_at: tx.now })
    .where('id', '=', id)
    .execute()
  removeFiles(tx, [file_key])
}
