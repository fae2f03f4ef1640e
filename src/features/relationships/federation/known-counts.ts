import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'

/**
 * Counts stated by another server apply, but never less than the number of rows here: the server
 * may have answered before it processed the Accept of a follow.
 */
export const subscriber: Subscriber = {
  record: {
    async 'account.counted'(tx, { accountId }) {
      await raise(tx, accountId, { count: 'followers_count', by: 'target_id' })
      await raise(tx, accountId, { count: 'following_count', by: 'account_id' })
    },
  },
}

interface Side {
  count: 'followers_count' | 'following_count'
  by: 'target_id' | 'account_id'
}

async function raise(tx: Tx, accountId: string, { count, by }: Side): Promise<void> {
  const { known } = await tx.db
    .selectFrom('follow')
    .select((eb) => eb.fn.countAll<number>().as('known'))
    .where(by, '=', accountId)
    .executeTakeFirstOrThrow()
  await tx.db
    .updateTable('account_stats')
    .set({ [count]: known })
    .where('account_id', '=', accountId)
    .where(count, '<', known)
    .execute()
}
