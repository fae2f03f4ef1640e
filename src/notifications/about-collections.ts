import { featuredHere, findCollectionById } from '../collections/queries.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'
import { notify } from './notify.ts'

const ABOUT_NOTHING = { statusId: null, conversationId: null }

/** People are told who shows them in a collection, and of what becomes of it; and that their report of a year is made. */
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

/** Of a collection that shows somebody no more there is nothing to tell. */
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
