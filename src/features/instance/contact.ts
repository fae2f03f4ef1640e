import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Settings } from './settings.ts'

/** Bit of `role.permissions` for owners. */
const ADMINISTRATOR = 1

/** The account in the settings, or else the first owner's; null if there is none. */
export async function findContactId(db: Db, settings: Settings): Promise<string | null> {
  const accounts = db
    .selectFrom('account')
    .innerJoin('local_user', 'local_user.account_id', 'account.id')
    .where('account.activated_at', 'is not', null)
    .where('account.suspended_at', 'is', null)
    .select('account.id')
  const name = settings.contact_username.toLowerCase()
  const query =
    name === ''
      ? accounts
          .innerJoin('role', 'role.id', 'local_user.role_id')
          .where(sql<boolean>`(${sql.ref('role.permissions')} & ${sql.lit(ADMINISTRATOR)}) != 0`)
          .orderBy('account.id')
      : accounts.where('account.username_lower', '=', name).where('account.domain', 'is', null)
  const account = await query.limit(1).executeTakeFirst()
  return account?.id ?? null
}
