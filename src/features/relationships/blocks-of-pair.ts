import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import type { Pair } from './queries.ts'

const blocksBetween = prepared((db, p: { accountId: string; targetId: string }) =>
  db
    .selectFrom('block')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('account_id', '=', p.accountId), eb('target_id', '=', p.targetId)]),
        eb.and([eb('account_id', '=', p.targetId), eb('target_id', '=', p.accountId)]),
      ]),
    )
    .limit(1),
)

const blocksFrom = prepared((db, p: { accountId: string; targetId: string }) =>
  db
    .selectFrom('block')
    .select('id')
    .where('account_id', '=', p.accountId)
    .where('target_id', '=', p.targetId),
)

const domainBlocksBetween = prepared((db, p: { accountId: string; targetId: string }) =>
  db
    .selectFrom('account_domain_block as blocked')
    .innerJoin('account', 'account.domain', 'blocked.domain')
    .select('blocked.id')
    .where((eb) =>
      eb.or([
        eb.and([eb('blocked.account_id', '=', p.accountId), eb('account.id', '=', p.targetId)]),
        eb.and([eb('blocked.account_id', '=', p.targetId), eb('account.id', '=', p.accountId)]),
      ]),
    )
    .limit(1),
)

const domainBlocksFrom = prepared((db, p: { accountId: string; targetId: string }) =>
  db
    .selectFrom('account_domain_block as blocked')
    .innerJoin('account', 'account.domain', 'blocked.domain')
    .select('blocked.id')
    .where('blocked.account_id', '=', p.accountId)
    .where('account.id', '=', p.targetId),
)

/** Whether either account blocks the other or the other's domain. */
export async function isBlockedEitherWay(db: Db, { accountId, targetId }: Pair): Promise<boolean> {
  if ((await blocksBetween(db, { accountId, targetId })).length > 0) return true
  return (await domainBlocksBetween(db, { accountId, targetId })).length > 0
}

/** Whether `accountId` blocks `targetId` or its domain. */
export async function isShutOut(db: Db, { accountId, targetId }: Pair): Promise<boolean> {
  if (await hasBlocked(db, { accountId, targetId })) return true
  return (await domainBlocksFrom(db, { accountId, targetId })).length > 0
}

/** Whether `accountId` blocks `targetId` individually. */
export async function hasBlocked(db: Db, { accountId, targetId }: Pair): Promise<boolean> {
  return (await blocksFrom(db, { accountId, targetId })).length > 0
}
