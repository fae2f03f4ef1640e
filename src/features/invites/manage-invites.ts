import { NotFound } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { fetchPage, type Page } from '../../kernel/db/pagination.ts'
import { type Invite, isOpen } from './invites.ts'

/** An invite with the account of its creator. */
export type InviteOf = Invite & { account_id: string }

/**
 * The invites of all users, newest first.
 * @param state usable or ended ones; undefined: all
 */
export function pageOfAllInvites(
  db: Db,
  state: 'available' | 'expired' | undefined,
  now: number,
  page: Page,
): Promise<InviteOf[]> {
  const all = db
    .selectFrom('invite')
    .innerJoin('local_user', 'local_user.id', 'invite.user_id')
    .selectAll('invite')
    .select('local_user.account_id')
  if (state === undefined) return fetchPage(all, 'invite.id', page)
  const some = all.where((eb) => {
    const open = eb.and([
      eb.or([eb('invite.expires_at', 'is', null), eb('invite.expires_at', '>', now)]),
      eb.or([eb('invite.max_uses', 'is', null), eb('invite.uses', '<', eb.ref('invite.max_uses'))]),
    ])
    return state === 'available' ? open : eb.not(open)
  })
  return fetchPage(some, 'invite.id', page)
}

/**
 * Ends any user's invite.
 *
 * @returns whether it was usable before, and the invite before
 * @throws NotFound
 */
export async function endInvite(tx: Tx, id: string): Promise<{ ended: boolean; invite: Invite }> {
  const invite = await tx.db
    .selectFrom('invite')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (invite === undefined) throw new NotFound()
  const ended = isOpen(invite, tx.now)
  if (ended) {
    await tx.db.updateTable('invite').set({ expires_at: tx.now }).where('id', '=', id).execute()
  }
  return { ended, invite }
}

/** Ends every invite. @returns the number of formerly usable ones */
export async function endAllInvites(tx: Tx): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable('invite')
    .set({ expires_at: tx.now })
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', tx.now)]))
    .where((eb) => eb.or([eb('max_uses', 'is', null), eb('uses', '<', eb.ref('max_uses'))]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
