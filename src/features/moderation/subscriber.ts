import type { Subscriber } from '../../kernel/core/subscriber.ts'
import { enqueueGuard } from './hide-files.ts'
import { REFRESH } from './limits.ts'
import { enqueueAppealMails, enqueueDecisionMail } from './mails.ts'
import { PURGE } from './purge-account.ts'
import { removeDeletionRequest, requestDeletion } from './suspension.ts'

/** Effects of decisions about local and remote accounts, and of appeals. */
export const subscriber: Subscriber = {
  record: {
    async 'account.suspended'(tx, { accountId }) {
      await requestDeletion(tx, accountId)
      enqueueGuard(tx, accountId)
    },
    async 'account.unsuspended'(tx, { accountId }) {
      enqueueGuard(tx, accountId)
    },
    /** Cached statuses show their media as before, so they are refreshed. */
    async 'account.sensitized'(tx, { accountId }) {
      tx.enqueue({ kind: REFRESH, payload: { accountId } })
    },
    /** The data of a deleted account are removed. */
    async 'account.deleted'(tx, { accountId }) {
      await removeDeletionRequest(tx, accountId)
      tx.enqueue({ kind: PURGE, payload: { accountId }, uniqueKey: accountId })
    },
    'appeal.created': (tx, { appealId }) => enqueueAppealMails(tx, appealId),
    async 'appeal.decided'(tx, { appealId }) {
      enqueueDecisionMail(tx, appealId)
    },
  },
}
