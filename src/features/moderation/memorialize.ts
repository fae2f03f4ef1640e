import type { Tx } from '../../kernel/core/tx.ts'
import { noteAccountChange } from '../accounts/lifecycle.ts'
import { setDisabled } from '../identity/sign-up/activation.ts'

/**
 * Marks the account of a deceased person as a memorial; nobody can sign in to it any more.
 * @returns false if it was one before; then nothing changes
 */
export async function memorialize(
  tx: Tx,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<boolean> {
  const changed = await tx.db
    .updateTable('account')
    .set({ memorial: true })
    .where('id', '=', accountId)
    .where('memorial', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) return false
  await setDisabled(tx, userId, true)
  await noteAccountChange(tx, accountId)
  return true
}
