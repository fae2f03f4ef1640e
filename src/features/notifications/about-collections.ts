import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { featuredHere, findCollectionById } from '../collections/queries.ts'
import { notify } from './notify.ts'

const ABOUT_NOTHING = { statusId: null, conversationId: null }

/**
 * Notifies accounts when they are added to a collection, when that collection is renamed, and when
 * their annual report is ready.
 */
export const subscriber: Subscriber = {
  record: {
    async 'collection_item.accepted'(tx, { collectionId, accountId }) {
      if (accountId !== null) await tell(tx, 'added_to_collection', collectionId, [accountId])
    },
    async 'collection.updated'(tx, { collectionId, renamed }) {
      if (!renamed) return
      await tell(tx, 'collection_update', collectionId, await featuredHere(tx.db, collectionId))
    },
    'collection_item.removed': forget,
    'collection_item.revoked': forget,
    async 'annual_report.made'(tx, { accountId, year }) {
      const notice = { type: 'annual_report', fromId: accountId, annualReportYear: year } as const
      await notify(tx, { ...notice, ...ABOUT_NOTHING }, [accountId])
    },
  },
}

async function tell(
  tx: Tx,
  type: 'added_to_collection' | 'collection_update',
  collectionId: string,
  accountIds: readonly string[],
): Promise<void> {
  const collection = await findCollectionById(tx.db, collectionId)
  if (collection === null) return
  const notice = { type, fromId: collection.account_id, collectionId } as const
  await notify(tx, { ...notice, ...ABOUT_NOTHING }, accountIds)
}

/** An account that is no longer in a collection loses the notifications about it. */
async function forget(
  tx: Tx,
  { collectionId, accountId }: { collectionId: string; accountId: string | null },
): Promise<void> {
  if (accountId === null) return
  await tx.db
    .deleteFrom('notification')
    .where('collection_id', '=', collectionId)
    .where('account_id', '=', accountId)
    .execute()
}
