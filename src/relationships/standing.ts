import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
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

/** Whether either of the two blocks the other. */
export async function isBlockedEitherWay(db: Db, { accountId, targetId }: Pair): Promise<boolean> {
  return (await blocksBetween(db, { accountId, targetId })).length > 0
}

/** Whether `accountId` blocks `targetId`. */
export async function hasBlocked(db: Db, { accountId, targetId }: Pair): Promise<boolean> {
  return (await blocksFrom(db, { accountId, targetId })).length > 0
}
