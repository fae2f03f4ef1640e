import type { Db } from '../../db/database.ts'
import { coveringNames } from '../../instance/domain-policy.ts'
import type { PlannedRow } from './plan.ts'

/** Says of each row that suspends a domain how many follows of people here it ends. */
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
 * Follows by the names that a block may be of: a handle's domain, and the host that its account is at.
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
