import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { changeState, removeItem } from './items.ts'
import { type CollectionItem, KEPT } from './queries.ts'

/** A block removes both accounts from each other's collections. */
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
