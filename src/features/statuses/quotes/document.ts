import type { Document } from '../../../kernel/activitypub/as2.ts'
import { checkDocumentAccess } from '../../../kernel/activitypub/document-access.ts'
import { sendDocument } from '../../../kernel/activitypub/reply.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { Id } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { missingUnder } from '../../accounts/local.ts'
import { accountStays } from '../../accounts/predicates.ts'

/** The members of a note about its quote, in the spellings in use, by the quote's id. */
export async function loadQuoteMembers(
  db: Db,
  quoteIds: readonly string[],
): Promise<Map<string, Document>> {
  if (quoteIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('quote')
    .select(['id', 'quoted_uri', 'approval_uri', 'state'])
    .where(idIn(db, 'id', quoteIds))
    .execute()
  return new Map(
    rows.map(({ id, quoted_uri: uri, approval_uri, state }) => [
      id,
      {
        quote: uri,
        _misskey_quote: uri,
        quoteUri: uri,
        ...(state === 'accepted' && approval_uri !== null
          ? { quoteAuthorization: approval_uri }
          : {}),
      },
    ]),
  )
}

/** Authorisations given here, for servers that check a quote. */
export const documentRoutes: Routes = (server, app) => {
  server.get(
    '/users/:username/quote_authorizations/:id',
    { schema: { params: Type.Object({ username: Type.String(), id: Id }) } },
    async (request, reply) => {
      await checkDocumentAccess(app, request)
      const { username, id } = request.params
      const row = await app.db
        .selectFrom('quote')
        .innerJoin('account', 'account.id', 'quote.quoted_account_id')
        .innerJoin('status', 'status.id', 'quote.status_id')
        .where('quote.id', '=', id)
        .where('quote.state', '=', 'accepted')
        .where('account.username_lower', '=', username.toLowerCase())
        .where('account.domain', 'is', null)
        .where(accountStays())
        .select(['quote.approval_uri', 'quote.quoted_uri', 'status.uri', 'account.uri as author'])
        .executeTakeFirst()
      if (row === undefined) throw await missingUnder(app.db, username)
      return sendDocument(reply, {
        id: row.approval_uri,
        type: 'QuoteAuthorization',
        attributedTo: row.author,
        interactingObject: row.uri,
        interactionTarget: row.quoted_uri,
      })
    },
  )
}
