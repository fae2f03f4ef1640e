import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import type { Permission } from '../http/permissions.ts'
import { rolesThatCan } from '../roles/roles.ts'
import type { Tx } from '../transact.ts'
import { enqueueMail } from './mail-queue.ts'

/** people who get the mail */
const MOST = 50

/** Queues a mail about somebody who waits for approval to everybody who may give it. */
export async function tellStaff(tx: Tx, accountId: string): Promise<void> {
  const staff = await loadStaff(tx.db, 'manageUsers')
  for (const userId of staff) enqueueMail(tx, { template: 'pending', userId, accountId })
}

/** Ids of users who may do something and get mail about it. */
export async function loadStaff(db: Db, permission: Permission): Promise<string[]> {
  const entitled = await rolesThatCan(db, permission)
  const staff = await db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select('local_user.id')
    .where(idIn(db, 'local_user.role_id', entitled))
    .where('local_user.disabled', '=', false)
    .where('local_user.confirmed_at', 'is not', null)
    .where('account.suspended_at', 'is', null)
    .limit(MOST)
    .execute()
  return staff.map(({ id }) => id)
}
