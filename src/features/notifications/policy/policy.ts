import type { Selectable } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { NotificationPolicyTable, PolicyChoice } from '../tables.ts'

/** The treatment of notifications from each kind of sender (S-256). */
export type Policy = Omit<Selectable<NotificationPolicyTable>, 'account_id'>
export type PolicyName = keyof Policy

/** The policy of accounts without one of their own. */
export const STANDARD: Policy = {
  for_not_following: 'accept',
  for_not_followers: 'accept',
  for_new_accounts: 'accept',
  for_private_mentions: 'filter',
  for_limited_accounts: 'filter',
  for_bots: 'accept',
}

export const POLICY_NAMES = Object.keys(STANDARD) as PolicyName[]

export const CHOICES = ['accept', 'filter', 'drop'] as const satisfies readonly PolicyChoice[]

export async function findPolicy(db: Db, accountId: string): Promise<Policy> {
  const row = await db
    .selectFrom('notification_policy')
    .select(POLICY_NAMES)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? STANDARD
}

/** Changes the given members; stored notifications stay as they are. */
export async function changePolicy(
  db: Db,
  accountId: string,
  changes: Partial<Policy>,
): Promise<void> {
  const inserted = db
    .insertInto('notification_policy')
    .values({ ...STANDARD, ...changes, account_id: accountId })
  const hasChanges = Object.keys(changes).length > 0
  await inserted
    .onConflict((conflict) =>
      hasChanges
        ? conflict.column('account_id').doUpdateSet(changes)
        : conflict.column('account_id').doNothing(),
    )
    .execute()
}
