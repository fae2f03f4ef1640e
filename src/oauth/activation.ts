import { activateAccount } from '../accounts/lifecycle.ts'
import { Forbidden } from '../errors.ts'
import type { Tx } from '../transact.ts'
import { enqueueMail } from './mail-queue.ts'

/**
 * Lets a local account be seen once its address is confirmed and it is approved; until then nobody
 * but `lookup` finds it (S-276, S-277). What waits for approval alone is told to staff.
 */
export async function activateIfReady(tx: Tx, userId: string): Promise<void> {
  const user = await tx.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .where('local_user.id', '=', userId)
    .select(['account.id', 'account.activated_at'])
    .select(['local_user.confirmed_at', 'local_user.approved'])
    .executeTakeFirstOrThrow()
  if (user.activated_at !== null || user.confirmed_at === null) return
  if (!user.approved) {
    tx.emit({ type: 'sign_up.pending', accountId: user.id })
    return
  }
  await activateAccount(tx, user.id)
}

/**
 * Lets in somebody who asked to join; a mail tells them, unless their address still waits to be confirmed.
 * @throws Forbidden if they are in already (S-203)
 */
export async function approveUser(tx: Tx, userId: string): Promise<void> {
  const approved = await tx.db
    .updateTable('local_user')
    .set({ approved: true })
    .where('id', '=', userId)
    .where('approved', '=', false)
    .returning('confirmed_at')
    .executeTakeFirst()
  if (approved === undefined) throw new Forbidden()
  if (approved.confirmed_at !== null) enqueueMail(tx, { template: 'approved', userId })
  await activateIfReady(tx, userId)
}

/**
 * Takes away or gives back the right to sign in and to use any token; the tokens stay, so that a
 * client is told why (S-026). Doing it again changes nothing.
 */
export async function setDisabled(tx: Tx, userId: string, disabled: boolean): Promise<void> {
  const changed = await tx.db
    .updateTable('local_user')
    .set({ disabled })
    .where('id', '=', userId)
    .where('disabled', '!=', disabled)
    .returning('account_id')
    .executeTakeFirst()
  if (changed !== undefined && disabled) {
    tx.emit({ type: 'account.signed_out', accountId: changed.account_id })
  }
}
