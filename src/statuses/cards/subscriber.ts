import type { Subscriber } from '../../subscriber.ts'
import { findNews } from '../news.ts'
import { fetchCardJob } from './job.ts'
import { changeLink, noteLink } from './links.ts'
import { creditAuthor } from './store.ts'

/**
 * A link that somebody here wrote is looked at now; one from elsewhere, or of a post that is old, when it
 * is seen here first.
 */
export const subscriber: Subscriber = {
  record: {
    async 'status.created'(tx, { statusId, live }) {
      const status = await findNews(tx, statusId)
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
