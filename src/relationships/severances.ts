import type { Db } from '../db/database.ts'
import type { SeveranceType } from '../db/schema.ts'
import type { Tx } from '../transact.ts'
import type { Follow } from './queries.ts'

/** people told in one transaction */
const TOLD_AT_ONCE = 500

/** A decision that ends follows of people here. */
export interface Severance {
  /** the same each time that the decision is applied, so that it is one for everybody */
  id: string
  type: SeveranceType
  /** a domain, or the name of an account with its domain */
  targetName: string
}

/** Which side of a follow lives here, and lost it. */
export type Direction = 'followers' | 'following'

/**
 * Keeps a follow that is over because of a decision, for who lost it; the same one again adds nothing.
 *
 * @see https://docs.joinmastodon.org/entities/RelationshipSeveranceEvent/
 */
export async function recordSevered(
  tx: Tx,
  severance: Severance,
  follow: Follow,
  direction: Direction,
): Promise<void> {
  const { account_id, target_id } = follow
  const [ownId, otherId] =
    direction === 'following' ? [account_id, target_id] : [target_id, account_id]
  const accountSeveranceId = await shareOf(tx, severance, ownId)
  const added = await tx.db
    .insertInto('severed_follow')
    .values({
      id: tx.newId(),
      account_severance_id: accountSeveranceId,
      other_id: otherId,
      direction,
      show_reblogs: follow.show_reblogs,
      notify: follow.notify,
      languages: follow.languages === null ? null : JSON.stringify(follow.languages),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) return
  const column = direction === 'following' ? 'following_count' : 'followers_count'
  await tx.db
    .updateTable('account_severance')
    .set((eb) => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', accountSeveranceId)
    .execute()
}

/** What a decision costs one account, which is nothing at first. @returns its id */
async function shareOf(tx: Tx, severance: Severance, accountId: string): Promise<string> {
  const known = await findShare(tx.db, severance.id, accountId)
  if (known !== null) return known
  const { id, type, targetName: target_name } = severance
  await tx.db
    .insertInto('severance')
    .values({ id, type, target_name, created_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const share = { account_id: accountId, severance_id: id, created_at: tx.now }
  await tx.db
    .insertInto('account_severance')
    .values({ ...share, id: tx.newId(), followers_count: 0, following_count: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findShare(tx.db, severance.id, accountId))!
}

async function findShare(db: Db, severanceId: string, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('account_severance')
    .select('id')
    .where('severance_id', '=', severanceId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Tells some of those whom a decision cost follows; whoever was told is not told again.
 *
 * @param after id of the last one told before
 * @returns id of the last one, or null if no more are left
 */
export async function tellSevered(
  tx: Tx,
  severanceId: string,
  after: string,
): Promise<string | null> {
  const rows = await tx.db
    .selectFrom('account_severance')
    .select(['id', 'account_id'])
    .where('severance_id', '=', severanceId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(TOLD_AT_ONCE)
    .execute()
  for (const { id, account_id: accountId } of rows) {
    tx.emit({ type: 'relationships.severed', accountSeveranceId: id, accountId })
  }
  return rows.length < TOLD_AT_ONCE ? null : rows.at(-1)!.id
}
