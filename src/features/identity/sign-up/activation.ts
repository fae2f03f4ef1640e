import { Forbidden } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { activateAccount } from '../../accounts/lifecycle.ts'
import { enqueueMail } from '../mail-queue.ts'

/**
 * Activates a local account once its address is confirmed and it is approved; until then only
 * `lookup` finds it (S-276, S-277). The staff is notified of accounts that wait only for approval.
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
 * Approves a pending user and sends a mail, unless the address is still unconfirmed.
 * @throws Forbidden if the user is approved already (S-203)
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
 * Disables or enables a user: a disabled one cannot sign in or use tokens. The tokens stay, so that
 * a client gets the reason (S-026). Doing it again changes nothing.
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
