import type { Tx } from '../../transact.ts'
import { NO_SHOWN_PICTURES } from '../picture-urls.ts'

/**
 * Marks a remote account as gone and forgets its profile and keys; what it did here goes with the event.
 * The row stays: a suspension must still be known if it comes back (A23). Doing it again changes
 * nothing.
 */
export async function removeRemoteAccount(tx: Tx, accountId: string): Promise<void> {
  const gone = await tx.db
    .updateTable('account')
    .set((eb) => ({
      ...NO_SHOWN_PICTURES,
      display_name: '',
      search_text: '',
      note: '',
      fields: '[]',
      attribution_domains: '[]',
      also_known_as: '[]',
      discoverable: false,
      indexable: false,
      moved_to_id: null,
      deleted_at: tx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', accountId)
    .where('domain', 'is not', null)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (gone === undefined) return
  await tx.db.deleteFrom('actor_key').where('account_id', '=', accountId).execute()
  await tx.db.deleteFrom('remote_actor').where('account_id', '=', accountId).execute()
  tx.emit({ type: 'account.deleted', accountId })
}
