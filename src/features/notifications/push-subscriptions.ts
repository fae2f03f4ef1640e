import type { Insertable, Selectable } from 'kysely'
import { NotFound } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { nextInSequence } from '../../kernel/db/sequence.ts'
import type { PushPolicy, PushSubscriptionTable } from './tables.ts'

export type Subscription = Selectable<PushSubscriptionTable>

/** The owner of a subscription: the subscription ends with it. */
export type Holder = { tokenId: string } | { sessionId: string }

export interface Wishes {
  alerts: Record<string, boolean>
  policy: PushPolicy
}

/** The push endpoint and keys, checked by `readAddress`. */
export interface Address {
  endpoint: string
  p256dh: string
  auth: string
  standard: boolean
}

/** maximum of subscriptions per account: each means one more message per notification */
const MOST = 50

const columnOf = (holder: Holder) => ('tokenId' in holder ? 'access_token_id' : 'session_id')
const idOf = (holder: Holder) => ('tokenId' in holder ? holder.tokenId : holder.sessionId)

/**
 * Stores a subscription; the holder's earlier one ends, and so do an account's oldest beyond 50.
 */
export async function subscribe(
  tx: Tx,
  accountId: string,
  holder: Holder,
  { address, wishes }: { address: Address; wishes: Wishes },
): Promise<Subscription> {
  await lockRow(tx.db, 'tokenId' in holder ? 'access_token' : 'session', idOf(holder))
  await unsubscribe(tx, holder)
  const row = {
    id: tx.newId(),
    number: await nextInSequence(tx.db, 'push_subscription'),
    account_id: accountId,
    access_token_id: null,
    session_id: null,
    [columnOf(holder)]: idOf(holder),
    ...address,
    alerts: JSON.stringify(wishes.alerts),
    policy: wishes.policy,
    created_at: tx.now,
  } satisfies Insertable<PushSubscriptionTable>
  await tx.db.insertInto('push_subscription').values(row).execute()
  await dropOldest(tx, accountId)
  return { ...row, alerts: wishes.alerts, failing_since: null }
}

async function dropOldest(tx: Tx, accountId: string): Promise<void> {
  const kept = tx.db
    .selectFrom('push_subscription')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST)
  await tx.db
    .deleteFrom('push_subscription')
    .where('account_id', '=', accountId)
    .where('id', 'not in', kept)
    .execute()
}

export async function findSubscription(db: Db, holder: Holder): Promise<Subscription | null> {
  const row = await db
    .selectFrom('push_subscription')
    .selectAll()
    .where(columnOf(holder), '=', idOf(holder))
    .executeTakeFirst()
  return row ?? null
}

/** @returns the changed subscription, or null if the holder has none */
export async function changeWishes(
  tx: Tx,
  holder: Holder,
  { alerts, policy }: Wishes,
): Promise<Subscription | null> {
  const row = await tx.db
    .updateTable('push_subscription')
    .set({ alerts: JSON.stringify(alerts), policy })
    .where(columnOf(holder), '=', idOf(holder))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Ends the holder's subscription; does nothing if there is none. */
export async function unsubscribe(tx: Tx, holder: Holder): Promise<void> {
  await tx.db.deleteFrom('push_subscription').where(columnOf(holder), '=', idOf(holder)).execute()
}

export async function removeSubscription(tx: Tx, id: string): Promise<void> {
  await tx.db.deleteFrom('push_subscription').where('id', '=', id).execute()
}

/** Ends the subscriptions of tokens. */
export async function removeOfTokens(tx: Tx, tokenIds: readonly string[]): Promise<void> {
  await tx.db
    .deleteFrom('push_subscription')
    .where(idIn(tx.db, 'access_token_id', tokenIds))
    .execute()
}

/**
 * Ends an account's subscriptions with revoked tokens; those of sessions cascade from the session's
 * row.
 */
export async function removeOfRevoked(tx: Tx, accountId: string): Promise<void> {
  await tx.db
    .deleteFrom('push_subscription')
    .where('account_id', '=', accountId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('access_token')
          .select('access_token.id')
          .whereRef('access_token.id', '=', 'push_subscription.access_token_id')
          .where('revoked_at', 'is not', null),
      ),
    )
    .execute()
}

const ofAccounts = prepared((db, p: { accountIds: readonly string[] }) =>
  db
    .selectFrom('push_subscription')
    .where(idIn(db, 'account_id', p.accountIds))
    .where('policy', '!=', 'none')
    .select(['id', 'account_id', 'alerts', 'failing_since']),
)

/** Subscriptions of these accounts, in one query however many accounts there are. */
export function subscriptionsOf(db: Db, accountIds: readonly string[]) {
  return ofAccounts(db, { accountIds })
}

/**
 * All subscriptions of an account, latest first, with the name of their holder: a browser or an
 * app.
 */
export async function listSubscriptions(db: Db, accountId: string) {
  return db
    .selectFrom('push_subscription')
    .leftJoin('session', 'session.id', 'push_subscription.session_id')
    .leftJoin('access_token', 'access_token.id', 'push_subscription.access_token_id')
    .leftJoin('application', 'application.id', 'access_token.application_id')
    .where('push_subscription.account_id', '=', accountId)
    .select([
      'push_subscription.id',
      'push_subscription.policy',
      'push_subscription.alerts',
      'push_subscription.created_at',
      'push_subscription.failing_since',
      'session.user_agent',
      'application.name as application',
    ])
    .orderBy('push_subscription.id', 'desc')
    .execute()
}

export type ListedSubscription = Awaited<ReturnType<typeof listSubscriptions>>[number]

/** @throws NotFound if it is another account's */
export async function removeOwnSubscription(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  const removed = await tx.db
    .deleteFrom('push_subscription')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) throw new NotFound()
}

const subscriptionById = prepared((db, p: { id: string }) =>
  db.selectFrom('push_subscription').selectAll().where('id', '=', p.id),
)

export async function findById(db: Db, id: string): Promise<Subscription | null> {
  return (await subscriptionById(db, { id }))[0] ?? null
}

/** Records since when (ms since 1970) a subscription fails; null: it works again. */
export async function markFailing(tx: Tx, id: string, since: number | null): Promise<void> {
  await tx.db
    .updateTable('push_subscription')
    .set({ failing_since: since })
    .where('id', '=', id)
    .execute()
}
