import { type DomainError, Forbidden, Gone, NotFound } from '../../kernel/base/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { type Account, findAccountByName } from './queries.ts'

/**
 * The local account with a name, in any case, if it is active and not suspended.
 *
 * @throws NotFound if there is none
 * @throws Gone if it was deleted
 * @throws Forbidden if it is suspended, which may end
 */
export async function getShownLocalAccount(db: Db, username: string): Promise<Account> {
  const account = await findAccountByName(db, username.toLowerCase(), null)
  if (account === null) throw await missingUnder(db, username)
  if (account.activated_at === null) throw new NotFound()
  if (account.suspended_at !== null) throw new Forbidden('This account is suspended')
  return account
}

const deletedByName = prepared((db, p: { name: string }) =>
  db
    .selectFrom('account')
    .where('username_lower', '=', p.name)
    .where('domain', 'is', null)
    .where('activated_at', 'is not', null)
    .where('deleted_at', 'is not', null)
    .select('id'),
)

/**
 * The error for a missing document below a local name: `Gone` if its account was deleted, since the
 * name is never reused; else `NotFound`.
 */
export async function missingUnder(db: Db, username: string): Promise<DomainError> {
  const deleted = await deletedByName(db, { name: username.toLowerCase() })
  return deleted.length > 0 ? new Gone('This account was deleted') : new NotFound()
}
