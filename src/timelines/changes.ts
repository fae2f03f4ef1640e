import type { Subscriber } from '../subscriber.ts'
import { dropEverywhere, dropFollowed, dropTagged } from './drop.ts'
import { enqueueDropOfDomain } from './drop-domain.ts'
import { mergeInto } from './merge.ts'

/** Keeps timelines true to what their owners follow, block and mute. */
export const subscriber: Subscriber = {
  record: {
    async 'follow.created'(tx, { accountId, targetId }) {
      await mergeInto(tx, accountId, targetId)
    },
    async 'follow.removed'(tx, { accountId, targetId }) {
      await dropFollowed(tx.db, accountId, targetId)
    },
    async 'block.created'(tx, { accountId, targetId }) {
      await dropEverywhere(tx.db, accountId, targetId, 'with')
      await dropEverywhere(tx.db, targetId, accountId, 'of')
    },
    async 'account_domain.blocked'(tx, block) {
      enqueueDropOfDomain(tx, block)
    },
    async 'mute.created'(tx, { accountId, targetId }) {
      await dropEverywhere(tx.db, accountId, targetId, 'with')
    },
    async 'mute.removed'(tx, { accountId, targetId }) {
      await mergeInto(tx, accountId, targetId)
    },
    async 'tag.unfollowed'(tx, { accountId, tagId }) {
      await dropTagged(tx.db, accountId, tagId)
    },
  },
}
