import { NotFound } from '../../kernel/base/errors.ts'
import { accountUri, accountUrl } from '../../kernel/base/urls.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { forgetFiles, NO_PICTURES } from './pictures.ts'

/**
 * Inserts the row of a local account; it stays invisible until `activateAccount`.
 *
 * @param username in its spelling
 * @returns its id, or null if the name was ever used, in any case
 */
export async function insertLocalAccount(tx: Tx, username: string): Promise<string | null> {
  const usernameLower = username.toLowerCase()
  const added = await tx.db
    .insertInto('account')
    .values({
      ...NO_PICTURES,
      id: tx.newId(),
      username,
      username_lower: usernameLower,
      domain: null,
      uri: accountUri(tx.config, username),
      url: accountUrl(tx.config, username),
      actor_type: 'Person',
      display_name: '',
      search_text: usernameLower,
      note: '',
      fields: '[]',
      locked: false,
      bot: false,
      discoverable: null,
      indexable: false,
      hide_collections: false,
      attribution_domains: '[]',
      created_at: tx.now,
      memorial: false,
      ...UNTOUCHED,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) return null
  const stats = { followers_count: 0, following_count: 0, statuses_count: 0, last_status_at: null }
  await tx.db
    .insertInto('account_stats')
    .values({ account_id: added.id, ...stats })
    .execute()
  return added.id
}

/** The columns that later events set, with their initial values. */
const UNTOUCHED = {
  moved_to_id: null,
  activated_at: null,
  suspended_at: null,
  silenced_at: null,
  sensitized_at: null,
  deleted_at: null,
} as const

/** Makes an account visible (S-277). */
export async function activateAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.db
    .updateTable('account')
    .set((eb) => ({ activated_at: tx.now, version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
  tx.emit({ type: 'account.activated', accountId })
}

/** Removes a local account that was never activated, with its name; an activated account stays. */
export async function removeUnseenAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.db
    .deleteFrom('account')
    .where('id', '=', accountId)
    .where('domain', 'is', null)
    .where('activated_at', 'is', null)
    .execute()
}

/** Invalidates the account's JSON after a change outside its row, such as a change of its role. */
export async function noteAccountChange(tx: Tx, accountId: string): Promise<void> {
  await tx.db
    .updateTable('account')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
  tx.emit({ type: 'account.updated', accountId })
}

/**
 * Erases a local account except its name, which stays reserved for ever.
 *
 * @returns false if it was erased before; then nothing changes
 * @throws NotFound if there is no such local account
 */
export async function emptyAccount(tx: Tx, accountId: string): Promise<boolean> {
  const before = await tx.db
    .selectFrom('account')
    .select(['avatar_key', 'avatar_static_key', 'header_key', 'header_static_key', 'deleted_at'])
    .where('id', '=', accountId)
    .where('domain', 'is', null)
    .executeTakeFirst()
  if (before === undefined) throw new NotFound()
  const { deleted_at, ...keys } = before
  if (deleted_at !== null) return false
  await tx.db
    .updateTable('account')
    .set((eb) => ({
      ...NO_PICTURES,
      display_name: '',
      search_text: '',
      note: '',
      fields: '[]',
      attribution_domains: '[]',
      discoverable: false,
      indexable: false,
      suspended_at: eb.fn.coalesce('suspended_at', eb.val(tx.now)),
      deleted_at: tx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', accountId)
    .execute()
  forgetFiles(
    tx,
    Object.values(keys).filter((key) => key !== null),
  )
  return true
}
