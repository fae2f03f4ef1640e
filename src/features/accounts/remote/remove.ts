import type { Tx } from '../../../kernel/core/tx.ts'
import { NO_SHOWN_PICTURES } from '../picture-urls.ts'
import { countGone, findHost } from './domain-hosts.ts'

/**
 * Marks a remote account as gone and erases its profile and keys; subscribers of the event remove
 * its other data. The row stays: a suspension must still apply if the account comes back (A23).
 * Doing it again changes nothing.
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
    .returning('domain')
    .executeTakeFirst()
  if (gone === undefined) return
  await tx.db.deleteFrom('actor_key').where('account_id', '=', accountId).execute()
  const host = await findHost(tx, accountId)
  if (host !== null) await countGone(tx, { domain: gone.domain!, host })
  await tx.db.deleteFrom('remote_actor').where('account_id', '=', accountId).execute()
  tx.emit({ type: 'account.deleted', accountId })
}
