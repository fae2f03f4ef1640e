import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { mergeInto } from './merge.ts'
import { enqueueDomainRemoval } from './remove-domain-entries.ts'
import { removeEverywhere, removeFollowed, removeTagged } from './remove-entries.ts'

const localUser = prepared((db, p: { accountId: string }) =>
  db.selectFrom('local_user').select('account_id').where('account_id', '=', p.accountId),
)

async function countFollower(
  tx: Tx,
  { accountId, targetId }: { accountId: string; targetId: string },
  amount: 1 | -1,
): Promise<void> {
  const [follower] = await localUser(tx.db, { accountId })
  if (follower === undefined) return
  tx.addToCount('account_stats.local_followers_count', targetId, amount)
}

/** Updates timelines when their owners follow, block or mute. */
export const subscriber: Subscriber = {
  record: {
    async 'follow.created'(tx, { accountId, targetId }) {
      await mergeInto(tx, accountId, targetId)
      await countFollower(tx, { accountId, targetId }, 1)
    },
    async 'follow.removed'(tx, { accountId, targetId }) {
      await countFollower(tx, { accountId, targetId }, -1)
      await removeFollowed(tx.db, accountId, targetId)
    },
    async 'block.created'(tx, { accountId, targetId }) {
      await removeEverywhere(tx.db, accountId, targetId, 'with')
      await removeEverywhere(tx.db, targetId, accountId, 'of')
    },
    async 'account_domain.blocked'(tx, block) {
      enqueueDomainRemoval(tx, block)
    },
    async 'mute.created'(tx, { accountId, targetId }) {
      await removeEverywhere(tx.db, accountId, targetId, 'with')
    },
    async 'mute.removed'(tx, { accountId, targetId }) {
      await mergeInto(tx, accountId, targetId)
    },
    async 'tag.unfollowed'(tx, { accountId, tagId }) {
      await removeTagged(tx.db, accountId, tagId)
    },
  },
}
