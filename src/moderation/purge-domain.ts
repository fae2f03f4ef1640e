import { removeRemoteAccount } from '../accounts/remote/remove.ts'
import { dropWaiting } from '../activitypub/delivery/by-staff.ts'
import type { App } from '../app.ts'
import { removeEmojisOf } from '../emojis/manage-emojis.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { severRemoved } from '../relationships/sever.ts'
import type { Tx } from '../transact.ts'

const PURGE = 'moderation.purge_domain'
/** each has events of its own */
const ACCOUNTS_AT_ONCE = 50

/**
 * Removes the accounts of a domain with all that they did here, and its emoji, by a job. It blocks nobody: what comes from there
 * later is taken as before.
 *
 * @param hosts that its accounts are at
 */
export function purgeDomain(tx: Tx, domain: string, hosts: readonly string[]): void {
  tx.enqueue({ kind: PURGE, payload: { domain, hosts }, uniqueKey: domain })
}

export const jobs: JobHandlers = {
  [PURGE]: {
    async run(app, { domain, hosts }) {
      await dropWaiting(app, hosts as string[])
      while ((await removeSome(app, String(domain))) === ACCOUNTS_AT_ONCE);
      for (const name of new Set([String(domain), ...(hosts as string[])])) {
        while (await app.transact((tx) => removeEmojisOf(tx, name)));
      }
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
