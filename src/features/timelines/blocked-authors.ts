import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { loadBlockers, loadBlockReasons } from '../relationships/blocks-of-accounts.ts'
import { type FeedStatus, type Involving, loadInvolved } from './feed-status.ts'

/**
 * Returns a predicate on statuses: whether one involves an account that this account blocks, also
 * by domain, or mutes, or whether its author, or the author of a reblog's original, blocks this
 * account.
 */
export async function unwantedBy(
  tx: Tx,
  accountId: string,
  statuses: readonly FeedStatus[],
): Promise<(status: FeedStatus) => boolean> {
  const involved = await loadInvolved(tx.db, statuses)
  const involving = statuses.map((status) => ({ ...status, involved: involved.get(status.id)! }))
  const isRefused = await refusedBy(tx.db, { accountId, now: tx.now }, involving)
  const refused = new Set(involving.filter(isRefused).map((status) => status.id))
  return ({ id }) => refused.has(id)
}

/**
 * The same for statuses whose involved accounts are known.
 *
 * @param reader.now ms since 1970, for mutes that end
 */
export async function refusedBy(
  db: Db,
  reader: { accountId: string; now: number },
  statuses: readonly Involving[],
): Promise<(status: Involving) => boolean> {
  const ids = [...new Set(statuses.flatMap((status) => status.involved))]
  const refused = await loadBlockReasons(db, { ...reader, ids })
  const blocking = await loadBlockers(db, reader.accountId, ids)
  return ({ account_id, involved, reblog_of_author_id }) =>
    involved.some((one) => refused.has(one)) || blocking.has(reblog_of_author_id ?? account_id)
}
