import type { Db } from '../kernel/db/database.ts'
import { CommandError } from './command.ts'

/** A local account with its user. */
export type LocalAccount = NonNullable<Awaited<ReturnType<typeof findLocalAccount>>>

/**
 * @param name with or without `@`, in any letter case
 * @throws CommandError if there is none, or it was deleted
 */
export async function getLocalAccount(db: Db, name: string): Promise<LocalAccount> {
  const account = await findLocalAccount(db, name)
  if (account === undefined) throw new CommandError(`There is no local account named ${name}`)
  return account
}

function findLocalAccount(db: Db, name: string) {
  return localAccounts(db)
    .where('account.username_lower', '=', name.replace(/^@/, '').toLowerCase())
    .executeTakeFirst()
}

/** Every local account that has not been deleted. */
export function localAccounts(db: Db) {
  return db
    .selectFrom('account')
    .innerJoin('local_user', 'local_user.account_id', 'account.id')
    .leftJoin('role', 'role.id', 'local_user.role_id')
    .where('account.domain', 'is', null)
    .where('account.deleted_at', 'is', null)
    .select(['account.id', 'account.username', 'account.display_name', 'account.url'])
    .select(['account.suspended_at', 'account.silenced_at', 'account.created_at'])
    .select(['local_user.id as user_id', 'local_user.email', 'local_user.confirmed_at'])
    .select(['local_user.approved', 'local_user.disabled', 'local_user.locale'])
    .select(['local_user.last_active_day', 'local_user.sign_up_reason'])
    .select('role.name as role')
}

/** The most important state of an account for an operator. */
export function stateOf(account: LocalAccount): string {
  if (account.suspended_at !== null) return 'suspended'
  if (account.disabled) return 'disabled'
  if (account.confirmed_at === null) return 'unconfirmed'
  if (!account.approved) return 'pending'
  return account.silenced_at === null ? 'active' : 'silenced'
}
