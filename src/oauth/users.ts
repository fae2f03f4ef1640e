import { NotFound } from '../errors.ts'
import type { Tx } from '../transact.ts'
import { signOutEverywhere } from './sessions.ts'

/**
 * Gives a user another role, or none.
 * @returns id of the user's account
 * @throws NotFound if there is no such user
 */
export async function setRole(tx: Tx, userId: string, roleId: string | null): Promise<string> {
  const user = await tx.db
    .updateTable('local_user')
    .set({ role_id: roleId })
    .where('id', '=', userId)
    .returning('account_id')
    .executeTakeFirst()
  if (user === undefined) throw new NotFound()
  return user.account_id
}

/** Removes the user behind a local account, with sessions and tokens; nothing happens if there is none. */
export async function removeUser(tx: Tx, accountId: string): Promise<void> {
  const user = await tx.db
    .selectFrom('local_user')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (user === undefined) return
  await signOutEverywhere(tx, { userId: user.id, accountId })
  await tx.db.deleteFrom('local_user').where('id', '=', user.id).execute()
}
