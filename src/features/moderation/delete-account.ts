import type { Tx } from '../../kernel/core/tx.ts'
import { emptyAccount } from '../accounts/lifecycle.ts'
import { removeUser } from '../identity/users.ts'

/**
 * Deletes a local account permanently: it disappears at once, its user with e-mail address,
 * password, sessions and tokens is removed, and a job removes its data. The row stays with only the
 * username, which is never reused. Doing it again changes nothing.
 *
 * @throws NotFound if there is no such local account
 */
export async function deleteAccount(tx: Tx, accountId: string): Promise<void> {
  if (!(await emptyAccount(tx, accountId))) return
  await removeUser(tx, accountId)
  tx.emit({ type: 'account.deleted', accountId })
}
