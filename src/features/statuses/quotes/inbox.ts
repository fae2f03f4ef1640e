import { documentOf, idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../../kernel/activitypub/delivery/enqueue.ts'
import type { InboxHandlers, Received } from '../../../kernel/activitypub/inbox.ts'
import { activityUri } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { loadInboxes } from '../../accounts/inboxes.ts'
import { mayAnswer } from '../federation/access-check.ts'
import { findOwnByAddress } from '../federation/queries.ts'
import { resolveStatus } from '../federation/resolve.ts'
import type { StatusRow } from '../queries.ts'
import { acceptQuote, findQuoteOf, type Quote, rejectQuote, revokeQuote } from './quotes.ts'
import { enqueueVerification } from './receive-quote.ts'
import { quoteRight } from './rules.ts'

/**
 * Requests, answers and revocations of quotes.
 * @see https://codeberg.org/fediverse/fep/src/branch/main/fep/044f/fep-044f.md
 */
export const inbox: InboxHandlers = {
  QuoteRequest: receiveRequest,
  Accept: (app, received) => receiveAnswer(app, received, 'accepted'),
  Reject: (app, received) => receiveAnswer(app, received, 'rejected'),
  Delete: receiveRevocation,
}

/**
 * An actor requests to quote a local status; actors who may not see it do not learn that it exists
 * (A18).
 */
async function receiveRequest(app: App, received: Received): Promise<boolean> {
  const { activity, actor } = received
  const [objectUri, instrumentUri] = [idOf(activity.object), idOf(activity.document.instrument)]
  if (activity.id === null || objectUri === null || instrumentUri === null) return true
  const quoted = await findOwnByAddress(app.db, app.config, objectUri)
  if (quoted === null || !(await mayAnswer(app.db, actor.id, quoted))) return true
  const agreed = (await quoteRight(app.db, actor.id, quoted)) === 'automatic'
  const quote = agreed ? await findRequested(app, received, instrumentUri, quoted) : null
  await app.transact(async (tx) => {
    const approvalUri = quote === null ? null : await acceptQuote(tx, quote, null)
    await answer(tx, received, quoted, approvalUri)
  })
  return true
}

/**
 * The quoting status, fetched at its origin: its author must be the requesting actor, and it must
 * quote the named status.
 */
async function findRequested(
  app: App,
  { actor }: Received,
  uri: string,
  quoted: StatusRow,
): Promise<Quote | null> {
  const status = await resolveStatus(app, uri)
  if (status === null || status.account_id !== actor.id) return null
  const quote = await findQuoteOf(app.db, status.id)
  const fits = quote?.quoted_status_id === quoted.id
  return fits && (quote.state === 'pending' || quote.state === 'accepted') ? quote : null
}

async function answer(
  tx: Tx,
  { activity, actor }: Received,
  quoted: StatusRow,
  approvalUri: string | null,
): Promise<void> {
  const { uri: authorUri } = await tx.db
    .selectFrom('account')
    .select('uri')
    .where('id', '=', quoted.account_id)
    .executeTakeFirstOrThrow()
  const { id, type, actor: from, object, document } = activity
  const instrument = idOf(document.instrument)
  await enqueueDelivery(tx, {
    senderId: quoted.account_id,
    activity: {
      id: activityUri(authorUri, approvalUri === null ? 'rejects' : 'accepts', tx.newId()),
      type: approvalUri === null ? 'Reject' : 'Accept',
      actor: authorUri,
      to: from,
      object: { id, type, actor: from, object: idOf(object), instrument },
      ...(approvalUri === null ? {} : { result: approvalUri }),
    },
    inboxes: await loadInboxes(tx.db, [actor.id]),
    statusId: quoted.id,
  })
}

/** The quoted author's answer to our request; answers of other actors are ignored. */
async function receiveAnswer(
  app: App,
  { activity, actor }: Received,
  state: 'accepted' | 'rejected',
): Promise<boolean> {
  const request = documentOf(activity.object)
  if (request !== null && !isOfType(request, ['QuoteRequest'])) return false
  const uri = idOf(activity.object)
  if (uri === null) return false
  return app.transact(async (tx) => {
    const quote = await findByActivity(tx.db, uri)
    if (quote === null) return request !== null
    if (quote.quoted_account_id !== actor.id) return true
    if (state === 'rejected') await rejectQuote(tx, quote)
    else await noteApproval(tx, quote, idOf(activity.document.result))
    return true
  })
}

/** The authorisation is fetched and verified before it counts. */
async function noteApproval(tx: Tx, quote: Quote, approvalUri: string | null): Promise<void> {
  if (approvalUri === null || quote.state !== 'pending') return
  await tx.db
    .updateTable('quote')
    .set({ approval_uri: approvalUri, updated_at: tx.now })
    .where('id', '=', quote.id)
    .execute()
  enqueueVerification(tx, quote.id)
}

async function findByActivity(db: Db, uri: string): Promise<Quote | null> {
  const row = await db
    .selectFrom('quote')
    .selectAll()
    .where('activity_uri', '=', uri)
    .executeTakeFirst()
  return row ?? null
}

/** The quoted author revokes the authorisation. */
async function receiveRevocation(app: App, { activity, actor }: Received): Promise<boolean> {
  const uri = idOf(activity.object)
  if (uri === null) return false
  return app.transact(async (tx) => {
    const quote = await tx.db
      .selectFrom('quote')
      .selectAll()
      .where('approval_uri', '=', uri)
      .where('quoted_account_id', '=', actor.id)
      .executeTakeFirst()
    if (quote === undefined) return false
    await revokeQuote(tx, quote)
    return true
  })
}
