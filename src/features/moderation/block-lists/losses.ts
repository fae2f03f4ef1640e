import type { Db } from '../../../kernel/db/database.ts'
import { coveringNames } from '../../instance/domain-policy.ts'
import type { PlannedRow } from './plan.ts'

/** Sets the number of local accounts' follows that each suspending row ends. */
export async function countLosses(db: Db, rows: readonly PlannedRow[]): Promise<void> {
  const suspending = rows.filter(
    ({ given, before }) => given?.severity === 'suspend' && before?.severity !== 'suspend',
  )
  if (suspending.length === 0) return
  const byDomain = new Map(suspending.map((row) => [row.domain!, row]))
  for (const side of ['account_id', 'target_id'] as const) {
    const lost = side === 'account_id' ? 'followers_lost' : 'following_lost'
    for (const { domain, host, many } of await countFollows(db, side)) {
      const names = [domain, host].flatMap((name) => (name === null ? [] : coveringNames(name)))
      const covering = names.find((name) => byDomain.has(name))
      if (covering !== undefined) byDomain.get(covering)![lost] += Number(many)
    }
  }
}

/**
 * Follows by the names that a block can match: a handle's domain, and the host of its account.
 * @param side of the remote account
 */
function countFollows(db: Db, side: 'account_id' | 'target_id') {
  return db
    .selectFrom('account')
    .innerJoin('follow', `follow.${side}`, 'account.id')
    .leftJoin('remote_actor', 'remote_actor.account_id', 'account.id')
    .where('account.domain', 'is not', null)
    .where('account.suspended_at', 'is', null)
    .select((eb) => ['account.domain', 'remote_actor.host', eb.fn.countAll<number>().as('many')])
    .groupBy(['account.domain', 'remote_actor.host'])
    .execute()
}
