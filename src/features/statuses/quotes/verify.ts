import { idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import { authorUriOf } from '../../../kernel/activitypub/author.ts'
import { fetchDocument } from '../../../kernel/activitypub/fetch.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { resolveStatus } from '../federation/resolve.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { acceptQuote, findQuote, type Quote } from './quotes.ts'
import { VERIFY } from './receive-quote.ts'

export const jobs: JobHandlers = {
  [VERIFY]: {
    concurrency: 4,
    maxAttempts: 6,
    lapses: true,
    run: (app, payload) => verifyQuote(app, String(payload.quoteId)),
  },
}

/** Fetches the quoted status and verifies its author's consent. */
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
    // meanwhile it may have got another authorisation, which is verified separately
    const same = now?.state === 'pending' && now.approval_uri === quote.approval_uri
    if (approved && same) await acceptQuote(tx, now, now.approval_uri)
  })
}

/** For local quoted statuses, consent is given when the request arrives. */
async function hasApproval(app: App, quote: Quote, quoted: StatusRow): Promise<boolean> {
  if (quoted.account_id === quote.account_id) return true
  if (quoted.local || quote.approval_uri === null) return false
  const authorUri = await uriOf(app.db, quoted.account_id)
  const quotingUri = (await findStatus(app.db, quote.status_id))?.uri ?? null
  // only the author can issue an id on the author's origin
  if (!sameOrigin(quote.approval_uri, authorUri) || quotingUri === null) return false
  const document = await fetchDocument(app, quote.approval_uri).catch((error) => {
    if (error instanceof NotFound) return null
    throw error
  })
  return (
    document !== null &&
    isOfType(document, ['QuoteAuthorization']) &&
    sameOrigin(document.id, authorUri) &&
    authorUriOf(document) === authorUri &&
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
