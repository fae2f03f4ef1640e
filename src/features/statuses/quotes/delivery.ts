import { PUBLIC } from '../../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../../kernel/activitypub/delivery/enqueue.ts'
import { activityUri } from '../../../kernel/base/urls.ts'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { loadInboxes } from '../../accounts/inboxes.ts'
import { loadNotes } from '../federation/presenting/note.ts'
import { findQuote, type Quote } from './quotes.ts'

/** Sends quote requests and revocations. */
export const delivery: Subscriber = {
  record: {
    'quote.requested': (tx, { quoteId }) => sendRequest(tx, quoteId),
    async 'quote.changed'(tx, { quoteId, state }) {
      const quote = await findQuote(tx.db, quoteId)
      if (quote === null) return
      if (state === 'revoked') await sendRevocation(tx, quote)
      if (state === 'accepted') await sendAuthorized(tx, quote)
    },
  },
}

async function sendRequest(tx: Tx, quoteId: string): Promise<void> {
  const quote = await findQuote(tx.db, quoteId)
  const note = quote && (await loadNotes(tx.db, tx.config, [quote.status_id], tx.now))
  const presented = note?.get(quote!.status_id)
  if (!quote || presented === undefined || quote.quoted_account_id === null) return
  const id = activityUri(presented.actorUri, 'quote_requests', quote.id)
  await tx.db.updateTable('quote').set({ activity_uri: id }).where('id', '=', quote.id).execute()
  await enqueueDelivery(tx, {
    senderId: quote.account_id,
    activity: {
      id,
      type: 'QuoteRequest',
      actor: presented.actorUri,
      object: quote.quoted_uri,
      instrument: presented.note,
    },
    inboxes: await loadInboxes(tx.db, [quote.quoted_account_id]),
    statusId: quote.status_id,
  })
}

/**
 * Sent to the server of the quoting account: other servers that show the quote ask that server or
 * check the authorisation.
 */
async function sendRevocation(tx: Tx, quote: Quote): Promise<void> {
  if (quote.approval_uri === null || quote.quoted_account_id === null) return
  const author = await tx.db
    .selectFrom('account')
    .select(['uri', 'domain'])
    .where('id', '=', quote.quoted_account_id)
    .executeTakeFirst()
  if (author === undefined || author.domain !== null) return
  await enqueueDelivery(tx, {
    senderId: quote.quoted_account_id,
    activity: {
      id: `${quote.approval_uri}#delete`,
      type: 'Delete',
      actor: author.uri,
      to: [PUBLIC],
      object: quote.approval_uri,
    },
    inboxes: await loadInboxes(tx.db, [quote.account_id]),
  })
}

/** A local status whose quote is now authorised is sent again to all its recipients. */
async function sendAuthorized(tx: Tx, quote: Quote): Promise<void> {
  const local = await tx.db
    .selectFrom('status')
    .select('id')
    .where('id', '=', quote.status_id)
    .where('local', '=', true)
    // a quote that is accepted at once goes out with its status
    .where('created_at', '<', tx.now)
    .executeTakeFirst()
  if (local === undefined) return
  const { status_id: statusId } = quote
  tx.enqueue({ kind: 'status.send_update', payload: { statusId }, uniqueKey: statusId })
}
