import type { Tx } from '../../transact.ts'
import type { RemoteQuote } from '../federation/reading/quote.ts'
import { findStatusByUri } from '../federation/stored.ts'
import type { StatusRow } from '../queries.ts'
import { findQuoteOf, insertQuote, type Quote } from './quotes.ts'

/** kind of the job that finds out whether a quote was agreed to */
export const VERIFY = 'quotes.verify'

/**
 * Notes what a status of another server quotes. Whether its author agreed is found out by a job:
 * until then, and where nobody agreed, it is pending (A25).
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

/** An edit may bring the agreement along. */
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
