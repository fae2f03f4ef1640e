import type { Db } from '../../db/database.ts'
import { textIn } from '../../db/id-in.ts'
import { coveringNames } from '../../instance/domain-policy.ts'
import type { PlannedRow } from './plan.ts'

/** Says of each row that suspends a domain how many follows of people here it ends. */
export async function countLosses(db: Db, rows: readonly PlannedRow[]): Promise<void> {
  const suspending = rows.filter(
    ({ given, before }) => given?.severity === 'suspend' && before?.severity !== 'suspend',
  )
  if (suspending.length === 0) return
  const byDomain = new Map(suspending.map((row) => [row.domain!, row]))
  const covered = await knownDomains(db, byDomain)
  for (const side of ['account_id', 'target_id'] as const) {
    const lost = side === 'account_id' ? 'followers_lost' : 'following_lost'
    for (const { domain, many } of await countFollows(db, side, [...covered.keys()])) {
      byDomain.get(covered.get(domain!)!)![lost] += Number(many)
    }
  }
}

/** Domains of accounts, with the one of those given that covers each. */
async function knownDomains(db: Db, given: ReadonlyMap<string, unknown>) {
  const rows = await db
    .selectFrom('account')
    .select('domain')
    .distinct()
    .where('domain', 'is not', null)
    .execute()
  const known = rows.flatMap(({ domain }) => {
    const covering = coveringNames(domain!).find((name) => given.has(name))
    return covering === undefined ? [] : [[domain!, covering] as const]
  })
  return new Map(known)
}

/** @param side of the remote account */
function countFollows(db: Db, side: 'account_id' | 'target_id', domains: readonly string[]) {
  return db
    .selectFrom('account')
    .innerJoin('follow', `follow.${side}`, 'account.id')
    .where(textIn(db, 'account.domain', domains))
    .select((eb) => ['account.domain', eb.fn.countAll<number>().as('many')])
    .groupBy('account.domain')
    .execute()
}
