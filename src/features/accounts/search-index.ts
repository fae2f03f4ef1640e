import type { Subscriber } from '../../kernel/core/subscriber.ts'
import { indexAccount } from '../../kernel/db/search/accounts.ts'

/**
 * Updates the search index when names change. Nothing else writes the index of a running server.
 */
export const subscriber: Subscriber = {
  record: {
    'account.activated': (tx, { accountId }) => indexAccount(tx.db, accountId),
    'account.discovered': (tx, { accountId }) => indexAccount(tx.db, accountId),
    'account.updated': (tx, { accountId }) => indexAccount(tx.db, accountId),
    'account.deleted': (tx, { accountId }) => indexAccount(tx.db, accountId),
  },
}
