import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import { findCreatedStatus } from '../write/created-status.ts'
import { fetchCardJob } from './job.ts'
import { changeLink, noteLink } from './links.ts'
import { creditAuthor } from './store.ts'

/**
 * Links in new local statuses are fetched at once; links in remote or backdated statuses when a
 * viewer first sees them.
 */
export const subscriber: Subscriber = {
  record: {
    async 'status.created'(tx, { statusId, live }) {
      const status = await findCreatedStatus(tx, statusId)
      const url = status && (await noteLink(tx, status))
      if (url && live && status?.local) tx.enqueue(fetchCardJob(url, tx.now))
    },
    async 'status.edited'(tx, { statusId }) {
      const url = await changeLink(tx, statusId)
      if (url === null) return
      const { local } = await tx.db
        .selectFrom('status')
        .select('local')
        .where('id', '=', statusId)
        .executeTakeFirstOrThrow()
      if (local) tx.enqueue(fetchCardJob(url, tx.now))
    },
    'account.updated': (tx, { accountId }) => creditAuthor(tx, accountId),
  },
}
