import { Forbidden } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { removeUnseenAccount } from '../accounts/lifecycle.ts'
import { enqueueMail } from '../identity/mail-queue.ts'
import { removeUser } from '../identity/users.ts'

/**
 * Rejects a pending sign-up. Its account, which was never visible, is removed, so the username is
 * free again. A mail tells the applicant, if the address is confirmed.
 *
 * @throws Forbidden if it is approved already, or has no user (S-203)
 */
export async function rejectSignUp(tx: Tx, accountId: string): Promise<void> {
  const user = await tx.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .where('account.id', '=', accountId)
    .where('local_user.approved', '=', false)
    .select([
      'account.username',
      'local_user.email',
      'local_user.confirmed_at',
      'local_user.locale',
    ])
    .executeTakeFirst()
  if (user === undefined) throw new Forbidden()
  await removeUser(tx, accountId)
  await removeUnseenAccount(tx, accountId)
  if (user.confirmed_at === null) return
  enqueueMail(tx, {
    template: 'rejected',
    to: user.email,
    username: user.username,
    locale: user.locale,
  })
}
