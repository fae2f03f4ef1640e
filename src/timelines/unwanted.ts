import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import type { Tx } from '../transact.ts'
import { type Delivered, loadInvolved } from './delivered.ts'

/**
 * Says of statuses whether somebody is in them whom the account blocks, also by the domain, or mutes, or whether their
 * author, or that of a reblog's original, blocks the account.
 */
export async function unwantedBy(
  tx: Tx,
  accountId: string,
  statuses: readonly Delivered[],
): Promise<(status: Delivered) => boolean> {
  const involved = await loadInvolved(tx.db, statuses)
  const everybody = [...new Set([...involved.values()].flat())]
  const refused = await refusedAmong(tx, accountId, everybody)
  const blocking = await blockingAmong(tx.db, accountId, everybody)
  return ({ id, account_id, reblog_of_author_id }) =>
    involved.get(id)!.some((one) => refused.has(one)) ||
    blocking.has(reblog_of_author_id ?? account_id)
}

async function refusedAmong(tx: Tx, accountId: string, ids: string[]): Promise<Set<string>> {
  const rows = await tx.db
    .selectFrom('block')
    .select('target_id as id')
    .where('account_id', '=', accountId)
    .where(idIn(tx.db, 'target_id', ids))
    .unionAll(
      tx.db
        .selectFrom('mute')
        .select('target_id as id')
        .where('account_id', '=', accountId)
        .where(idIn(tx.db, 'target_id', ids))
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', tx.now)])),
    )
    .unionAll(
      tx.db
        .selectFrom('account_domain_block as blocked')
        .innerJoin('account', 'account.domain', 'blocked.domain')
        .select('account.id')
        .where('blocked.account_id', '=', accountId)
        .where(idIn(tx.db, 'account.id', ids)),
    )
    .execute()
  return new Set(rows.map((row) => row.id))
}

async function blockingAmong(db: Db, accountId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('block')
    .select('account_id')
    .where('target_id', '=', accountId)
    .where(idIn(db, 'account_id', ids))
    .execute()
  return new Set(rows.map((row) => row.account_id))
}
