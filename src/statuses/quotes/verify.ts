import { documentOf, idOf, isOfType } from '../../activitypub/as2.ts'
import { fetchDocument } from '../../activitypub/fetch.ts'
import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import { NotFound } from '../../errors.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import { sameOrigin } from '../../net/origin.ts'
import { resolveStatus } from '../federation/resolve.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { VERIFY } from './incoming.ts'
import { acceptQuote, findQuote, type Quote } from './quotes.ts'

export const jobs: JobHandlers = {
  [VERIFY]: {
    concurrency: 4,
    maxAttempts: 6,
    asksOthers: true,
    run: (app, payload) => verifyQuote(app, String(payload.quoteId)),
  },
}

/** Finds out what is quoted, and whether its author agreed. */
async function verifyQuote(app: App, quoteId: string): Promise<void> {
  const quote = await findQuote(app.db, quoteId)
  if (quote === null || quote.state !== 'pending') return
  const quoted =
    quote.quoted_status_id === null
      ? await resolveStatus(app, quote.quoted_uri)
      : await findStatus(app.db, quote.quoted_status_id)
  if (quoted === null) return
  const approved = await hasApproval(app, quote, quoted)
  await app.transact(async (tx) => {
    await tx.db
      .updateTable('quote')
      .set({ quoted_status_id: quoted.id, quoted_account_id: quoted.account_id })
      .where('id', '=', quoteId)
      .execute()
    const now = await findQuote(tx.db, quoteId)
    if (approved && now?.state === 'pending') await acceptQuote(tx, now, now.approval_uri)
  })
}

/** What is ours we agree to ourselves, when we are asked. */
async function hasApproval(app: App, quote: Quote, quoted: StatusRow): Promise<boolean> {
  if (quoted.account_id === quote.account_id) return true
  if (quoted.local || quote.approval_uri === null) return false
  const authorUri = await uriOf(app.db, quoted.account_id)
  const quotingUri = (await findStatus(app.db, quote.status_id))?.uri ?? null
  // an id in the same place as its author's is theirs to give
  if (!sameOrigin(quote.approval_uri, authorUri) || quotingUri === null) return false
  const document = await fetchDocument(app, quote.approval_uri).catch((error) => {
    if (error instanceof NotFound) return null
    throw error
  })
  return (
    document !== null &&
    isOfType(documentOf(document), ['QuoteAuthorization']) &&
    idOf(document.attributedTo) === authorUri &&
    idOf(document.interactingObject) === quotingUri &&
    idOf(document.interactionTarget) === quoted.uri
  )
}

async function uriOf(db: Db, accountId: string): Promise<string> {
  const { uri } = await db
    .selectFrom('account')
    .select('uri')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return uri
}
