import type { Subscriber } from '../../subscriber.ts'
import type { Tx } from '../../transact.ts'

/**
 * What another server says of an account counts, but never less than what is known here: it may have
 * been asked before it heard that a follow was accepted.
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
