import { Forbidden } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Author } from './create.ts'

/** @throws Forbidden if the account may no longer publish */
export async function getLocalAuthor(
  tx: Tx,
  accountId: string,
): Promise<{ author: Author; locale: string }> {
  const row = await tx.db
    .selectFrom('account')
    .innerJoin('local_user', 'local_user.account_id', 'account.id')
    .select([
      'account.username',
      'account.silenced_at',
      'account.suspended_at',
      'account.deleted_at',
      'local_user.disabled',
      'local_user.locale',
    ])
    .where('account.id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined || row.suspended_at !== null || row.deleted_at !== null) {
    throw new Forbidden('The account is suspended')
  }
  if (row.disabled) throw new Forbidden('The login of the account is disabled')
  const { username, silenced_at, locale } = row
  return { author: { id: accountId, username, silenced: silenced_at !== null }, locale }
}
