import { emptyAccount } from '../accounts/lifecycle.ts'
import { removeUser } from '../oauth/users.ts'
import type { Tx } from '../transact.ts'

/**
 * Deletes a local account for good: it is gone for everybody at once, its user with e-mail address,
 * password, sessions and tokens is removed, and a job removes what it did here. The row stays with
 * nothing but the name, which is never given again. Doing it again changes nothing.
 *
 * @throws NotFound if there is no such local account
 */
export async function deleteAccount(tx: Tx, accountId: string): Promise<void> {
  if (!(await emptyAccount(tx, accountId))) return
  await removeUser(tx, accountId)
  tx.emit({ type: 'account.deleted', accountId })
}
