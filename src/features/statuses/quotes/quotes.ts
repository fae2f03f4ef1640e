import type { Selectable } from 'kysely'
import { NotFound } from '../../../kernel/base/errors.ts'
import { quoteAuthorizationUri } from '../../../kernel/base/urls.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import type { QuoteState } from '../../../kernel/db/schema.ts'
import { findVisibleOriginal, getOwnStatus, type StatusRow } from '../queries.ts'
import type { QuoteTable } from '../tables.ts'
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
 * The status that a local account wants to quote; for a reblog, its original.
 * @throws NotFound, the same error, if the account may not see it or may not quote it (S-332)
 */
export async function getQuotable(tx: Tx, accountId: string, id: string): Promise<StatusRow> {
  const quoted = await findVisibleOriginal(tx.db, accountId, id)
  if (quoted === null || (await quoteRight(tx.db, accountId, quoted)) === 'denied') {
    throw new NotFound('The post you are trying to quote does not appear to exist.')
  }
  return quoted
}

/** Makes a new local status quote another: at once, or after a request to its author. */
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
  /** null: unknown here */
  quoted: { id: string; accountId: string } | null
  approvalUri: string | null
}

/** Stores the quote of a status, pending its author's consent. */
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
 * The author of the quoted status consents.
 * @param approvalUri of the authorisation; null: we issue it, or an account quotes itself
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
 * Revokes the consent to a quote of an own status.
 * @throws NotFound if the status is not the account's own, or `quotingId` does not quote it
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

/** Only accepted quotes of public and unlisted statuses count, as with reblogs. */
function count(tx: Tx, quote: Quote, state: QuoteState, amount: number): void {
  if (state !== 'accepted' || quote.quoted_status_id === null) return
  tx.addToCount('status_stats.quotes_count', quote.quoted_status_id, amount)
}

/** The quoting status is deleted: its quote no longer counts. */
export async function forgetQuote(tx: Tx, statusId: string): Promise<void> {
  const quote = await findQuoteOf(tx.db, statusId)
  if (quote !== null) await changeState(tx, quote, 'deleted')
}
