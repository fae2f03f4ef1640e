import { NotFound } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { signOutEverywhere } from './sessions.ts'

/**
 * Sets or removes a user's role.
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

/** Removes the user of a local account, with sessions and tokens; does nothing if there is none. */
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

/**
 * Invalidates cached filters of a user before a change, and locks them until the end of the
 * transaction.
 * @see Viewer.filtersVersion
 */
export async function raiseFiltersVersion(tx: Tx, accountId: string): Promise<void> {
  await tx.db
    .updateTable('local_user')
    .set((eb) => ({ filters_version: eb('filters_version', '+', 1) }))
    .where('account_id', '=', accountId)
    .execute()
}

const filtersVersionsOf = prepared((db, p: { accountIds: readonly string[] }) =>
  db
    .selectFrom('local_user')
    .select(['account_id', 'filters_version'])
    .where(idIn(db, 'account_id', p.accountIds))
    .where('filters_version', '>', 0),
)

/** `Viewer.filtersVersion` by account; accounts that never had filters are absent. */
export async function loadFiltersVersions(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await filtersVersionsOf(db, { accountIds })
  return new Map(rows.map((row) => [row.account_id, row.filters_version]))
}
