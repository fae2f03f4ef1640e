import type { Db } from '../db/database.ts'
import { Forbidden, NotFound } from '../errors.ts'
import { type Account, findAccountByName } from './queries.ts'

/**
 * The account of ours with a name, in any case, if it has something to show: it is active, and not
 * suspended.
 *
 * @throws NotFound if there is none
 * @throws Forbidden if it is suspended, which may end
 */
export async function getShownLocalAccount(db: Db, username: string): Promise<Account> {
  const account = await findAccountByName(db, username.toLowerCase(), null)
  if (account === null || account.activated_at === null) throw new NotFound()
  if (account.suspended_at !== null) throw new Forbidden('This account is suspended')
  return account
}
