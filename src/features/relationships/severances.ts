import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Follow } from './queries.ts'
import type { SeveranceType } from './tables.ts'

/** accounts notified per transaction */
const TOLD_AT_ONCE = 500

/** A decision that ends follows of local accounts. */
export interface Severance {
  /** the same each time that the decision is applied, so that it counts once for everybody */
  id: string
  type: SeveranceType
  /** a domain, or a handle with its domain */
  targetName: string
}

/** The local account's lost relation: its followers, or the accounts that it follows. */
export type Direction = 'followers' | 'following'

/**
 * Records a follow that a decision ended, for the local account; recording it again adds nothing.
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

/** The row for one account's losses by a decision, inserted with zero counts. @returns its id */
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
 * Notifies some of the accounts that lost follows by a decision, each once.
 *
 * @param after id of the last account notified before
 * @returns id of the last one, or null if no more are left
 */
export async function notifySevered(
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
