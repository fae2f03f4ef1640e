import { checkDocumentAccess } from '../../../../kernel/activitypub/document-access.ts'
import { sendDocument } from '../../../../kernel/activitypub/reply.ts'
import { NotFound } from '../../../../kernel/base/errors.ts'
import { BEFORE_ALL_IDS } from '../../../../kernel/base/ids.ts'
import { contextUri } from '../../../../kernel/base/urls.ts'
import type { App } from '../../../../kernel/core/app.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { IdParams } from '../../../../kernel/http/params.ts'
import type { Routes } from '../../../../kernel/http/routes.ts'
import { visibleTo } from '../../read/visibility.ts'
import { beginningHere } from '../beginning.ts'
import { type CollectionPage, collectionPage, PageQuery, pageUri } from './collection-pages.ts'

const PAGE_SIZE = 60

/**
 * The public and unlisted statuses of a conversation that a local account started, oldest first.
 * @see https://w3id.org/fep/7888
 */
export const contextRoutes: Routes = (server, app) => {
  server.get('/contexts/:id', { schema: { params: IdParams } }, async (request, reply) => {
    await checkDocumentAccess(app, request)
    const { id } = request.params
    const { authorUri } = await getConversation(app, id)
    const first = collectionPage(await pageOf(app, id, BEFORE_ALL_IDS))
    const uri = contextUri(app.config, id)
    return sendDocument(reply, { id: uri, type: 'Collection', attributedTo: authorUri, first })
  })

  server.get(
    '/contexts/:id/items',
    { schema: { params: IdParams, querystring: PageQuery } },
    async (request, reply) => {
      await checkDocumentAccess(app, request)
      const { id } = request.params
      const { min_id } = request.query
      await getConversation(app, id)
      const page = await pageOf(app, id, min_id ?? BEFORE_ALL_IDS)
      const items = `${contextUri(app.config, id)}/items`
      const uri = pageUri(items, min_id === undefined ? {} : { min_id })
      return sendDocument(reply, collectionPage(page, uri))
    },
  )
}

/**
 * @throws NotFound if it started on another server, or with a status that is not public or unlisted
 */
async function getConversation(app: App, id: string): Promise<{ authorUri: string }> {
  const beginning = await app.db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .innerJoin('conversation', 'conversation.id', 'status.conversation_id')
    .select('account.uri as author_uri')
    .where('status.id', '=', beginningHere(id))
    .where('conversation.uri', 'is', null)
    .where((eb) => visibleTo(eb, null))
    .executeTakeFirst()
  if (beginning === undefined) throw new NotFound()
  return { authorUri: beginning.author_uri }
}

async function pageOf(app: App, id: string, after: string): Promise<CollectionPage> {
  const rows = await statusesOf(app.db, id, after, PAGE_SIZE)
  const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
  const partOf = contextUri(app.config, id)
  const next = last === undefined ? null : pageUri(`${partOf}/items`, { min_id: last.id })
  return { partOf, items: rows.map((row) => row.uri), next }
}

async function statusesOf(db: Db, conversationId: string, after: string, limit: number) {
  return db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .select(['status.id', 'status.uri'])
    .where('status.conversation_id', '=', conversationId)
    .where('status.id', '>', after)
    .where((eb) => visibleTo(eb, null))
    .orderBy('status.id')
    .limit(limit)
    .execute()
}
