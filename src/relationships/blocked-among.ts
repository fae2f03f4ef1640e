import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'

const blockedAmong = prepared((db, p: { accountId: string; ids: readonly string[] }) =>
  db
    .selectFrom('block')
    .select('block.target_id as id')
    .where('block.account_id', '=', p.accountId)
    .where(idIn(db, 'block.target_id', p.ids))
    .union(
      db
        .selectFrom('block')
        .select('block.account_id as id')
        .where('block.target_id', '=', p.accountId)
        .where(idIn(db, 'block.account_id', p.ids)),
    )
    .union(
      db
        .selectFrom('account_domain_block')
        .innerJoin('account', 'account.domain', 'account_domain_block.domain')
        .select('account.id as id')
        .where('account_domain_block.account_id', '=', p.accountId)
        .where(idIn(db, 'account.id', p.ids)),
    ),
)

/**
 * The accounts among these that a local account blocks, or by which it is blocked, or whose domain it blocks:
 * its statuses neither name them nor are sent to them (A66).
 */
export async function loadBlockedAmong(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await blockedAmong(db, { accountId, ids })).map((row) => row.id))
}
