import { dropWaiting } from '../../kernel/activitypub/delivery/stop-and-restart.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { createProgress } from '../../kernel/jobs/progress.ts'
import { removeRemoteAccount } from '../accounts/remote/remove.ts'
import { removeEmojisOf } from '../emojis/manage-emojis.ts'
import { severRemoved } from '../relationships/sever.ts'

const PURGE = 'moderation.purge_domain'
/** each has events of its own */
const ACCOUNTS_AT_ONCE = 10

/**
 * Enqueues the removal of all accounts of a domain with their data, and its emoji. It is no block:
 * later activities are accepted as before.
 *
 * @param hosts of its accounts
 */
export function purgeDomain(tx: Tx, domain: string, hosts: readonly string[]): void {
  tx.enqueue({ kind: PURGE, payload: { domain, hosts }, uniqueKey: domain })
}

export const jobs: JobHandlers = {
  [PURGE]: {
    async run(app, { domain, hosts }) {
      await dropWaiting(app, hosts as string[])
      const progress = createProgress(app, PURGE, { domain })
      for (let removed = ACCOUNTS_AT_ONCE; removed === ACCOUNTS_AT_ONCE; progress.add(removed)) {
        removed = await removeSome(app, String(domain))
      }
      for (const name of new Set([String(domain), ...(hosts as string[])])) {
        while (await app.transact((tx) => removeEmojisOf(tx, name)));
      }
      progress.end()
    },
  },
}

async function removeSome(app: App, domain: string): Promise<number> {
  const accounts = await app.db
    .selectFrom('account')
    .select('id')
    .where('domain', '=', domain)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(ACCOUNTS_AT_ONCE)
    .execute()
  const ids = accounts.map(({ id }) => id)
  // while their inboxes are known
  await severRemoved(app, ids)
  await app.transact(async (tx) => {
    for (const id of ids) await removeRemoteAccount(tx, id)
  })
  return ids.length
}
