import { removeUnseenAccount } from '../accounts/lifecycle.ts'
import { Forbidden } from '../errors.ts'
import { enqueueMail } from '../oauth/mail-queue.ts'
import { removeUser } from '../oauth/users.ts'
import type { Tx } from '../transact.ts'

/**
 * Refuses somebody who asked to join. Nothing is left of their account, as nobody ever saw it, so its name
 * is free again. A mail tells them, if the address is known to be theirs.
 *
 * @throws Forbidden if they are in already, or no user (S-203)
 */
export async function rejectSignUp(tx: Tx, accountId: string): Promise<void> {
  const user = await tx.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .where('account.id', '=', accountId)
    .where('local_user.approved', '=', false)
    .select(['account.username', 'local_user.email', 'local_user.confirmed_at'])
    .executeTakeFirst()
  if (user === undefined) throw new Forbidden()
  await removeUser(tx, accountId)
  await removeUnseenAccount(tx, accountId)
  if (user.confirmed_at === null) return
  enqueueMail(tx, { template: 'rejected', to: user.email, username: user.username })
}
