import { NotFound } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { forgetFiles, type PictureKind } from './pictures.ts'

/**
 * Removes a picture from a local or remote profile; a remote picture may come back with the next
 * refresh.
 * @returns false if there was none
 * @throws NotFound
 */
export async function removePicture(
  tx: Tx,
  accountId: string,
  kind: PictureKind,
): Promise<boolean> {
  await lockRow(tx.db, 'account', accountId)
  const account = await tx.db
    .selectFrom('account')
    .select([`${kind}_key`, `${kind}_static_key`, `${kind}_remote_url`])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (account === undefined) throw new NotFound()
  if (Object.values(account).every((value) => value === null)) return false
  await tx.db
    .updateTable('account')
    .set((eb) => ({
      [`${kind}_key`]: null,
      [`${kind}_static_key`]: null,
      [`${kind}_remote_url`]: null,
      [`${kind}_description`]: '',
      version: eb('version', '+', 1),
    }))
    .where('id', '=', accountId)
    .execute()
  const keys = [account[`${kind}_key`], account[`${kind}_static_key`]]
  forgetFiles(
    tx,
    keys.filter((key) => key !== null && key !== undefined),
  )
  tx.emit({ type: 'account.updated', accountId })
  return true
}
