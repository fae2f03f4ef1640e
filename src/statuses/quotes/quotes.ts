import type { Selectable } from 'kysely'
import { quoteAuthorizationUri } from '../../addresses.ts'
import type { Db } from '../../db/database.ts'
import { lockRow } from '../../db/expressions.ts'
import type { QuoteState, QuoteTable } from '../../db/schema.ts'
import { NotFound } from '../../errors.ts'
import type { Tx } from '../../transact.ts'
import { getOwnStatus, getVisibleOriginal, type StatusRow } from '../queries.ts'
import { quoteRight } from './rules.ts'

export type Quote = Selectable<QuoteTable>

export async function findQuote(db: Db, id: string): Promise<Quote | null> {
  const row = await db.selectFrom('quote').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function findQuoteOf(db: Db, statusId: string): Promise<Quote | null> {
  const row = await db
    .selectFrom('quote')
    .selectAll()
    .where('status_id', '=', statusId)
    .executeTakeFirst()
  return row ?? null
}

/**
 * The status that a person here wants to quote; a reblog stands for its original.
 * @throws NotFound if it cannot be seen or not be quoted, alike (S-332)
 */
export async function getQuotable(tx: Tx, accountId: string, id: string): Promise<StatusRow> {
  const quoted = await getVisibleOriginal(tx.db, accountId, id)
  if ((await quoteRight(tx.db, accountId, quoted)) === 'denied') throw new NotFound()
  return quoted
}

/** Makes a new status of a person here quote another: at once, or after its author was asked. */
export async function quoteStatus(
  tx: Tx,
  own: { statusId: string; accountId: string },
  quoted: StatusRow,
): Promise<void> {
  const right = await quoteRight(tx.db, own.accountId, quoted)
  const quote = await insertQuote(tx, own, {
    uri: quoted.uri,
    quoted: { id: quoted.id, accountId: quoted.account_id },
    approvalUri: null,
  })
  if (right === 'automatic') await acceptQuote(tx, quote, null)
  else tx.emit({ type: 'quote.requested', quoteId: quote.id })
}

interface NewQuote {
  uri: string
  /** null: it is not known here */
  quoted: { id: string; accountId: string } | null
  approvalUri: string | null
}

/** Notes what a status quotes; its author has not agreed yet. */
export async function insertQuote(
  tx: Tx,
  own: { statusId: string; accountId: string },
  { uri, quoted, approvalUri }: NewQuote,
): Promise<Quote> {
  const id = tx.newId()
  const row = {
    id,
    status_id: own.statusId,
    account_id: own.accountId,
    quoted_status_id: quoted?.id ?? null,
    quoted_account_id: quoted?.accountId ?? null,
    quoted_uri: uri,
    state: 'pending' as const,
    activity_uri: null,
    approval_uri: approvalUri,
    created_at: tx.now,
    updated_at: tx.now,
  }
  await tx.db.insertInto('quote').values(row).execute()
  await tx.db.updateTable('status').set({ quote_id: id }).where('id', '=', own.statusId).execute()
  return row
}

/**
 * The author of what is quoted agrees.
 * @param approvalUri of the authorisation; null: it is ours to give, or not needed for an own status
 */
export async function acceptQuote(
  tx: Tx,
  quote: Quote,
  approvalUri: string | null,
): Promise<string | null> {
  const author = await tx.db
    .selectFrom('account')
    .select(['uri', 'domain'])
    .where('id', '=', quote.quoted_account_id)
    .executeTakeFirst()
  const given = author?.domain === null ? quoteAuthorizationUri(author.uri, quote.id) : approvalUri
  await changeState(tx, quote, 'accepted', { approval_uri: given })
  return given
}

export const rejectQuote = (tx: Tx, quote: Quote): Promise<void> =>
  changeState(tx, quote, 'rejected')

export const revokeQuote = (tx: Tx, quote: Quote): Promise<void> =>
  changeState(tx, quote, 'revoked')

/**
 * Takes back the agreement to a quote of an own status.
 * @throws NotFound if the status is not the account's own, or that one does not quote it
 */
export async function revokeOwn(
  tx: Tx,
  input: { accountId: string; statusId: string; quotingId: string },
): Promise<void> {
  const status = await getOwnStatus(tx.db, input.accountId, input.statusId)
  const quote = await findQuoteOf(tx.db, input.quotingId)
  if (quote === null || quote.quoted_status_id !== status.id) throw new NotFound()
  if (quote.state === 'accepted' || quote.state === 'pending') await revokeQuote(tx, quote)
}

async function changeState(
  tx: Tx,
  { id }: Quote,
  state: QuoteState,
  more: { approval_uri?: string | null } = {},
): Promise<void> {
  await lockRow(tx.db, 'quote', id)
  const before = await findQuote(tx.db, id)
  if (before === null || before.state === state) return
  await tx.db
    .updateTable('quote')
    .set({ state, ...more, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  count(tx, before, before.state, -1)
  count(tx, before, state, 1)
  tx.emit({ type: 'quote.changed', quoteId: id, statusId: before.status_id, state })
}

/** Only what others agreed to counts, as with boosts. */
function count(tx: Tx, quote: Quote, state: QuoteState, amount: number): void {
  if (state !== 'accepted' || quote.quoted_status_id === null) return
  tx.addToCount('status_stats.quotes_count', quote.quoted_status_id, amount)
}

/** A status that quoted is gone: it counts no more. */
export async function forgetQuote(tx: Tx, statusId: string): Promise<void> {
  const quote = await findQuoteOf(tx.db, statusId)
  if (quote !== null) await changeState(tx, quote, 'deleted')
}
