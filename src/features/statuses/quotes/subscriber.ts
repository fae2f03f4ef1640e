import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import { forgetQuote } from './quotes.ts'

export const subscriber: Subscriber = {
  record: {
    'status.deleted': (tx, { statusId, reblogOfId }) =>
      reblogOfId === null ? forgetQuote(tx, statusId) : Promise.resolve(),
  },
}
