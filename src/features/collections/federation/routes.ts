import { checkDocumentAccess } from '../../../kernel/activitypub/document-access.ts'
import { sendDocument } from '../../../kernel/activitypub/reply.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import { featureAuthorizationUri, featuredCollectionsUri } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import { Id } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { getReachableAccount } from '../../accounts/queries.ts'
import { isShutOut } from '../../relationships/blocks-of-pair.ts'
import { findItemDocument, loadCollectionDocuments } from './documents.ts'

/** collections per page: each includes all its items */
const PAGE_SIZE = 5

const Owner = Type.Object({ id: Id })
const Page = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1 })) })

/** Collections for other servers; an actor that the owner blocks sees none (S-419). */
export const federationRoutes: Routes = (server, app) => {
  server.get(
    '/ap/users/:id/featured_collections',
    { schema: { params: Owner, querystring: Page } },
    async (request, reply) => {
      const viewerId = (await checkDocumentAccess(app, request)).viewer?.id ?? null
      const { id } = request.params
      const shut = !(await isOpen(app, id, viewerId))
      const ids = shut ? [] : await collectionIds(app, id)
      const document = await listDocument(app, { id, ids, page: request.query.page ?? null })
      return sendDocument(reply, document, { forViewer: viewerId !== null })
    },
  )
  server.get(
    '/ap/users/:id/collections/:collection_id',
    { schema: { params: Type.Object({ id: Id, collection_id: Id }) } },
    async (request, reply) => {
      const viewerId = (await checkDocumentAccess(app, request)).viewer?.id ?? null
      const { id, collection_id: collectionId } = request.params
      if (!(await isOpen(app, id, viewerId))) throw new NotFound()
      const own = (await collectionIds(app, id)).includes(collectionId)
      const found = own ? await loadCollectionDocuments(app.db, app.config, [collectionId]) : null
      const document = found?.get(collectionId)
      if (document === undefined) throw new NotFound()
      return sendDocument(reply, document, { forViewer: viewerId !== null })
    },
  )
  server.get(
    '/ap/users/:id/collection_items/:item_id',
    { schema: { params: Type.Object({ id: Id, item_id: Id }) } },
    async (request, reply) => {
      const viewerId = (await checkDocumentAccess(app, request)).viewer?.id ?? null
      const { id, item_id: itemId } = request.params
      if (!(await isOpen(app, id, viewerId))) throw new NotFound()
      const found = await findItemDocument(app.db, app.config, itemId)
      if (found?.ownerId !== id) throw new NotFound()
      return sendDocument(reply, found.document, { forViewer: viewerId !== null })
    },
  )
  authorizationRoute(server, app)
}

/** Authorisations given here, for servers that check an item. */
const authorizationRoute: Routes = (server, app) => {
  server.get(
    '/ap/users/:id/feature_authorizations/:auth_id',
    { schema: { params: Type.Object({ id: Id, auth_id: Id }) } },
    async (request, reply) => {
      await checkDocumentAccess(app, request)
      const { id, auth_id: itemId } = request.params
      const account = await getShown(app, id)
      const row = await app.db
        .selectFrom('collection_item')
        .innerJoin('collection', 'collection.id', 'collection_item.collection_id')
        .select('collection.uri')
        .where('collection_item.id', '=', itemId)
        .where('collection_item.account_id', '=', id)
        .where('collection_item.state', '=', 'accepted')
        .executeTakeFirst()
      if (row === undefined) throw new NotFound()
      return sendDocument(reply, {
        id: featureAuthorizationUri(app.config, id, itemId),
        type: 'FeatureAuthorization',
        interactingObject: row.uri,
        interactionTarget: account.uri,
      })
    },
  )
}

/** @throws NotFound for a remote account, or one that is not visible */
async function getShown(app: App, id: string) {
  const account = await getReachableAccount(app.db, id)
  if (account.domain !== null || account.suspended_at !== null) throw new NotFound()
  return account
}

async function isOpen(app: App, accountId: string, viewerId: string | null): Promise<boolean> {
  await getShown(app, accountId)
  return viewerId === null || !(await isShutOut(app.db, { accountId, targetId: viewerId }))
}

async function collectionIds({ db }: App, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('collection')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

async function listDocument(
  { db, config }: App,
  { id, ids, page }: { id: string; ids: readonly string[]; page: number | null },
) {
  const place = featuredCollectionsUri(config, id)
  const totalItems = ids.length
  if (page === null) {
    const first = `${place}?page=1`
    return { id: place, type: 'Collection', totalItems, ...(totalItems > 0 ? { first } : {}) }
  }
  const shown = ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const documents = await loadCollectionDocuments(db, config, shown)
  return {
    id: `${place}?page=${page}`,
    type: 'CollectionPage',
    partOf: place,
    ...(ids.length > page * PAGE_SIZE ? { next: `${place}?page=${page + 1}` } : {}),
    items: shown.map((one) => documents.get(one)).filter((one) => one !== undefined),
  }
}
