import {
  removeOfRevoked,
  removeOfTokens,
  subscriptionsOf,
} from '../../features/notifications/push-subscriptions.ts'
import type { EventOf } from '../../kernel/core/events.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { pushJob } from './jobs.ts'

type Notices = EventOf<'notifications.gathered'>['notices']

const notificationsByIds = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('notification')
    .where(idIn(db, 'id', p.ids))
    .where('filtered', '=', false)
    .select(['id', 'account_id', 'type']),
)

/**
 * Gathers all notifications of a transaction and queries their subscriptions once: usually none of the accounts
 * has any.
 */
export const subscriber: Subscriber = {
  record: {
    async 'notification.created'(tx, { notificationId, accountId }) {
      const batch = await openBatch(tx)
      if (batch.notices === null) {
        batch.notices = []
        // recorded after every `notification.created` that was emitted together with this one
        tx.emit({ type: 'notifications.gathered', notices: batch.notices })
      }
      batch.notices.push({ notificationId, accountId })
    },
    async 'notifications.gathered'(tx, { notices }) {
      const batch = await openBatch(tx)
      batch.notices = null
      await enqueuePushes(tx, notices)
    },
    'token.revoked': (tx, { tokenIds }) => removeOfTokens(tx, tokenIds),
    'account.signed_out': (tx, { accountId }) => removeOfRevoked(tx, accountId),
  },
}

/** Notifications gathered in this transaction; no other subscriber reads this entry. */
function openBatch(tx: Tx): Promise<{ notices: Notices | null }> {
  return tx.recall('push: notices', async () => ({ notices: null }))
}

async function enqueuePushes(tx: Tx, notices: Notices): Promise<void> {
  const accountIds = [...new Set(notices.map(({ accountId }) => accountId))]
  const subscriptions = await subscriptionsOf(tx.db, accountIds)
  if (subscriptions.length === 0) return
  const byAccount = Map.groupBy(subscriptions, (subscription) => subscription.account_id)
  const ids = notices
    .filter(({ accountId }) => byAccount.has(accountId))
    .map(({ notificationId }) => notificationId)
  for (const { id, account_id, type } of await notificationsByIds(tx.db, { ids })) {
    for (const subscription of byAccount.get(account_id) ?? []) {
      if (subscription.alerts[type] !== true) continue
      const job = { notificationId: id, subscriptionId: subscription.id, tries: 0 }
      tx.enqueue(pushJob(job, subscription.failing_since !== null))
    }
  }
}
