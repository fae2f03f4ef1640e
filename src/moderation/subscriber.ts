import type { Subscriber } from '../subscriber.ts'
import { PURGE } from './purge-account.ts'
import { REFRESH } from './warn-account.ts'

/** What an account that is gone did here goes with it, wherever the account lived. */
export const subscriber: Subscriber = {
  record: {
    async 'account.deleted'(tx, { accountId }) {
      tx.enqueue({ kind: PURGE, payload: { accountId }, uniqueKey: accountId })
    },
    async 'account.sensitized'(tx, { accountId }) {
      tx.enqueue({ kind: REFRESH, payload: { accountId } })
    },
  },
}
