import { idIn } from '../db/id-in.ts'
import { can, effectivePermissions, type Role, roles } from '../roles/roles.ts'
import type { Tx } from '../transact.ts'
import { enqueueMail } from './mail-queue.ts'

/** Queues a mail about somebody who waits for approval to everybody who may give it. */
export async function tellStaff(tx: Tx, accountId: string): Promise<void> {
  const known: Map<string, Role> = await roles.load(tx.db)
  const entitled = [...known.keys()].filter((id) =>
    can(effectivePermissions(known, id), 'manageUsers'),
  )
  const staff = await tx.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select('local_user.id')
    .where(idIn(tx.db, 'local_user.role_id', entitled))
    .where('local_user.disabled', '=', false)
    .where('local_user.confirmed_at', 'is not', null)
    .where('account.suspended_at', 'is', null)
    .limit(MOST)
    .execute()
  for (const { id: userId } of staff) enqueueMail(tx, { template: 'pending', userId, accountId })
}

/** people who get the mail */
const MOST = 50
