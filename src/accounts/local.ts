import type { Db } from '../db/database.ts'
import { NotFound } from '../errors.ts'
import { type Account, findAccountByName } from './queries.ts'

/**
 * The account of ours with a name, in any case, if it has something to show: it is active, and not
 * suspended.
 * @throws NotFound
 */
export async function getShownLocalAccount(db: Db, username: string): Promise<Account> {
  const account = await findAccountByName(db, username.toLowerCase(), null)
  if (account === null || account.activated_at === null || account.suspended_at !== null) {
    throw new NotFound()
  }
  return account
}
