import { indexAccount } from '../db/search/accounts.ts'
import type { Subscriber } from '../subscriber.ts'

/** Keeps accounts found by the names that they have. Nothing else writes the index of a running server. */
export const subscriber: Subscriber = {
  record: {
    'account.activated': (tx, { accountId }) => indexAccount(tx.db, accountId),
    'account.discovered': (tx, { accountId }) => indexAccount(tx.db, accountId),
    'account.updated': (tx, { accountId }) => indexAccount(tx.db, accountId),
    'account.deleted': (tx, { accountId }) => indexAccount(tx.db, accountId),
  },
}
