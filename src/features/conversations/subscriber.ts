import type { Subscriber } from '../../kernel/core/subscriber.ts'
import { findLiveStatus } from '../statuses/write/created-status.ts'
import { enqueueForgetDomain } from './forget-domain.ts'
import { forgetConversationsWith, threadStatus, unthreadStatus } from './threads.ts'

/** Adds direct statuses to conversations. */
export const subscriber: Subscriber = {
  record: {
    async 'status.created'(tx, event) {
      const status = await findLiveStatus(tx, event)
      if (status !== null) await threadStatus(tx, status)
    },
    'status.deleted': (tx, { statusId }) => unthreadStatus(tx, statusId),
    'block.created': (tx, { accountId, targetId }) =>
      forgetConversationsWith(tx, accountId, targetId),
    async 'account_domain.blocked'(tx, { accountId, domain }) {
      enqueueForgetDomain(tx, { accountId, domain })
    },
  },
}
