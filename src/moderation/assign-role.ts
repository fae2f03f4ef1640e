import { NotFound } from '../errors.ts'
import type { Tx } from '../transact.ts'

/**
 * Gives a user another role, or none.
 * @throws NotFound if there is no such user
 */
export async function assignRole(tx: Tx, userId: string, roleId: string | null): Promise<void> {
  const user = await tx.db
    .updateTable('local_user')
    .set({ role_id: roleId })
    .where('id', '=', userId)
    .returning('account_id')
    .executeTakeFirst()
  if (user === undefined) throw new NotFound()
  await tx.db
    .updateTable('account')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', user.account_id)
    .execute()
  tx.emit({ type: 'account.updated', accountId: user.account_id })
}
