import { forgetFiles } from '../accounts/pictures.ts'
import type { AccountTable } from '../db/schema.ts'
import { NotFound } from '../errors.ts'
import { signOutEverywhere } from '../oauth/sessions.ts'
import type { Tx } from '../transact.ts'
import { PURGE } from './purge-account.ts'

type Emptied = Pick<
  AccountTable,
  'avatar_key' | 'avatar_static_key' | 'header_key' | 'header_static_key'
>

/**
 * Deletes a local account for good: it is gone for everybody at once, its user with e-mail address,
 * password, sessions and tokens is removed, and a job removes what it did here. The row stays with
 * nothing but the name, which is never given again. Doing it again changes nothing.
 *
 * @throws NotFound if there is no such local account
 */
export async function deleteAccount(tx: Tx, accountId: string): Promise<void> {
  const account = await tx.db
    .selectFrom('account')
    .select(['avatar_key', 'avatar_static_key', 'header_key', 'header_static_key', 'deleted_at'])
    .where('id', '=', accountId)
    .where('domain', 'is', null)
    .executeTakeFirst()
  if (account === undefined) throw new NotFound()
  if (account.deleted_at !== null) return
  await emptyAccount(tx, accountId)
  await removeUser(tx, accountId)
  forgetFiles(tx, filesOf(account))
  tx.enqueue({ kind: PURGE, payload: { accountId }, uniqueKey: accountId })
  tx.emit({ type: 'account.deleted', accountId })
}

async function emptyAccount(tx: Tx, accountId: string): Promise<void> {
  const pictures = {
    avatar_key: null,
    avatar_static_key: null,
    avatar_description: '',
    header_key: null,
    header_static_key: null,
    header_description: '',
  }
  const texts = { display_name: '', search_text: '', note: '', fields: '[]' }
  await tx.db
    .updateTable('account')
    .set((eb) => ({
      ...pictures,
      ...texts,
      attribution_domains: '[]',
      discoverable: false,
      indexable: false,
      suspended_at: eb.fn.coalesce('suspended_at', eb.val(tx.now)),
      deleted_at: tx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', accountId)
    .execute()
}

async function removeUser(tx: Tx, accountId: string): Promise<void> {
  const user = await tx.db
    .selectFrom('local_user')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (user === undefined) return
  await signOutEverywhere(tx, { userId: user.id, accountId })
  await tx.db.deleteFrom('local_user').where('id', '=', user.id).execute()
}

function filesOf(account: Emptied): string[] {
  const { avatar_key, avatar_static_key, header_key, header_static_key } = account
  const keys = [avatar_key, avatar_static_key, header_key, header_static_key]
  return keys.filter((key) => key !== null)
}
