import type { Tx } from '../../../kernel/core/tx.ts'
import { findStatusByUri } from '../federation/queries.ts'
import type { RemoteQuote } from '../federation/reading/quote.ts'
import type { StatusRow } from '../queries.ts'
import { findQuoteOf, insertQuote, type Quote } from './quotes.ts'

/** kind of the job that verifies the consent to a quote */
export const VERIFY = 'quotes.verify'

/**
 * Stores the quote of a remote status. A job verifies the consent of the quoted author; without it
 * the quote stays pending (A25).
 */
export async function noteRemoteQuote(
  tx: Tx,
  status: Pick<StatusRow, 'id' | 'account_id'>,
  given: RemoteQuote | null,
): Promise<void> {
  if (given === null) return
  const known = await findQuoteOf(tx.db, status.id)
  if (known !== null) return renewApproval(tx, known, given)
  const quoted = await findStatusByUri(tx.db, given.uri)
  const quote = await insertQuote(
    tx,
    { statusId: status.id, accountId: status.account_id },
    {
      uri: given.uri,
      quoted: quoted === null ? null : { id: quoted.id, accountId: quoted.account_id },
      approvalUri: given.approvalUri,
    },
  )
  enqueueVerification(tx, quote.id)
}

/** An edit may contain the authorisation. */
async function renewApproval(tx: Tx, quote: Quote, { approvalUri }: RemoteQuote): Promise<void> {
  if (quote.state !== 'pending' || approvalUri === null) return
  if (quote.approval_uri === approvalUri) return
  await tx.db
    .updateTable('quote')
    .set({ approval_uri: approvalUri, updated_at: tx.now })
    .where('id', '=', quote.id)
    .execute()
  enqueueVerification(tx, quote.id)
}

export function enqueueVerification(tx: Tx, quoteId: string): void {
  tx.enqueue({ kind: VERIFY, payload: { quoteId }, uniqueKey: quoteId })
}
