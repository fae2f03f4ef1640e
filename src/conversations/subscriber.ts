import type { Subscriber } from '../subscriber.ts'
import { forgetConversationsWith, threadStatus, unthreadStatus } from './threads.ts'

/** Direct statuses become conversations. */
export const subscriber: Subscriber = {
  record: {
    'status.created': (tx, { statusId }) => threadStatus(tx, statusId),
    'status.deleted': (tx, { statusId }) => unthreadStatus(tx, statusId),
    'block.created': (tx, { accountId, targetId }) =>
      forgetConversationsWith(tx, accountId, targetId),
  },
}
