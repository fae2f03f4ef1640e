import { DAY } from '../../../kernel/base/durations.ts'
import { Unprocessable } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { removeFiles } from '../../media/process.ts'
import { getOwnArchive } from './queries.ts'

export const BUILD = 'archive.build'
/** ms during which an archive is available, and before another one may be requested */
export const ARCHIVE_AGE = 7 * DAY

/**
 * Requests an archive of all data of an account; a job builds it.
 *
 * @returns its id
 * @throws Unprocessable while there is one younger than a week or being built
 */
export async function requestArchive(tx: Tx, accountId: string): Promise<string> {
  await lockRow(tx.db, 'account', accountId)
  const other = await tx.db
    .selectFrom('data_export')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['waiting', 'running', 'ready'])
    .executeTakeFirst()
  if (other !== undefined) {
    throw new Unprocessable('There is an archive already; delete it or wait until it has expired')
  }
  const id = tx.newId()
  await tx.db
    .insertInto('data_export')
    .values({
      id,
      account_id: accountId,
      state: 'waiting',
      file_key: null,
      size: null,
      total_items: 0,
      processed_items: 0,
      created_at: tx.now,
      finished_at: null,
      expires_at: null,
    })
    .execute()
  tx.enqueue({ kind: BUILD, payload: { exportId: id } })
  return id
}

/** Removes an archive early, or cancels its build. @throws NotFound */
export async function deleteArchive(tx: Tx, accountId: string, id: string): Promise<void> {
  await lockRow(tx.db, 'data_export', id)
  const { file_key } = await getOwnArchive(tx.db, accountId, id)
  await tx.db.deleteFrom('data_export').where('id', '=', id).execute()
  removeFiles(tx, [file_key])
}
