import { lockRow } from '../../db/expressions.ts'
import { Unprocessable } from '../../errors.ts'
import { removeFiles } from '../../media/process.ts'
import type { Tx } from '../../transact.ts'
import { getOwnArchive } from './queries.ts'

export const BUILD = 'archive.build'
const DAY = 86_400_000
/** ms for which an archive is kept, and after which there may be another */
export const ARCHIVE_AGE = 7 * DAY

/**
 * Asks for an archive of everything that an account has here; a job makes it.
 *
 * @returns its id
 * @throws Unprocessable while there is one that is younger than a week or being made
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

/** Removes an archive before its time; one that is being made is given up. @throws NotFound */
export async function deleteArchive(tx: Tx, accountId: string, id: string): Promise<void> {
  await lockRow(tx.db, 'data_export', id)
  const { file_key } = await getOwnArchive(tx.db, accountId, id)
  await tx.db.deleteFrom('data_export').where('id', '=', id).execute()
  removeFiles(tx, [file_key])
}
