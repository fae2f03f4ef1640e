import { idIn } from '../db/id-in.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'
import { changeState, removeItem } from './items.ts'
import { type CollectionItem, KEPT } from './queries.ts'

/** Who blocks somebody is shown in none of their collections any more, and shows them in none. */
export const subscriber: Subscriber = {
  record: {
    async 'block.created'(tx, { accountId, targetId }) {
      for (const item of await itemsBetween(tx, { ownerId: targetId, featuredId: accountId })) {
        await changeState(tx, item.id, 'revoked')
      }
      for (const item of await itemsBetween(tx, { ownerId: accountId, featuredId: targetId })) {
        await removeItem(tx, item)
      }
    },
  },
}

async function itemsBetween(
  tx: Tx,
  { ownerId, featuredId }: { ownerId: string; featuredId: string },
): Promise<CollectionItem[]> {
  const owned = await tx.db
    .selectFrom('collection')
    .select('id')
    .where('account_id', '=', ownerId)
    .execute()
  return tx.db
    .selectFrom('collection_item')
    .selectAll()
    .where('account_id', '=', featuredId)
    .where('state', 'in', KEPT)
    .where(
      idIn(
        tx.db,
        'collection_id',
        owned.map(({ id }) => id),
      ),
    )
    .execute()
}
