import type { Subscriber } from '../subscriber.ts'
import { enqueueGuard } from './guard-files.ts'
import { REFRESH } from './limits.ts'
import { enqueueAppealMails, enqueueDecisionMail } from './mails.ts'
import { PURGE } from './purge-account.ts'
import { dropDeletionRequest, requestDeletion } from './suspension.ts'

/** What follows from decisions about accounts, wherever they live, and from what people say to them. */
export const subscriber: Subscriber = {
  record: {
    async 'account.suspended'(tx, { accountId }) {
      await requestDeletion(tx, accountId)
      enqueueGuard(tx, accountId)
    },
    async 'account.unsuspended'(tx, { accountId }) {
      enqueueGuard(tx, accountId)
    },
    /** What is kept of its statuses shows their media as they were. */
    async 'account.sensitized'(tx, { accountId }) {
      tx.enqueue({ kind: REFRESH, payload: { accountId } })
    },
    /** What an account that is gone did here goes with it. */
    async 'account.deleted'(tx, { accountId }) {
      await dropDeletionRequest(tx, accountId)
      tx.enqueue({ kind: PURGE, payload: { accountId }, uniqueKey: accountId })
    },
    'appeal.created': (tx, { appealId }) => enqueueAppealMails(tx, appealId),
    async 'appeal.decided'(tx, { appealId }) {
      enqueueDecisionMail(tx, appealId)
    },
  },
}
