import { Forbidden, NotFound, Unprocessable } from '../../kernel/base/errors.ts'
import { type JsonText, jsonList, jsonObject, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerIdOf, viewerOf } from '../../kernel/http/auth.ts'
import { offsetLinks } from '../../kernel/http/link-header.ts'
import { Id, IdList, IdParams, limitOf, Nullable, offsetFields } from '../../kernel/http/params.ts'
import type { Routes, Server } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { getReachableAccount } from '../accounts/queries.ts'
import { suggestRefresh } from '../accounts/remote/resolve.ts'
import { settings } from '../instance/settings.ts'
import { collectionLimit, roles } from '../roles/roles.ts'
import { createCollection, deleteOwnCollection, updateCollection } from './collections.ts'
import { suggestCollections } from './federation/suggest.ts'
import { addItem, removeOwnItem, revokeOwnItem } from './items.ts'
import { collectionIdsOf, idsOfFeaturing } from './lists.ts'
import { findItem, getCollection } from './queries.ts'
import { presentItem, renderCollections, renderWithAccounts } from './serializer.ts'

const STANDARD = 40
const LARGEST = 100
/** unix seconds of Mastodon 4.6.0, which deprecated the alpha paths */
const ALPHA_DEPRECATED = 1_781_049_600

const text = Type.Optional(Type.String())
const texts = {
  name: text,
  description: text,
  language: Type.Optional(Nullable(Type.String())),
  sensitive: Type.Optional(Type.Boolean()),
  discoverable: Type.Optional(Type.Boolean()),
  tag_name: Type.Optional(Nullable(Type.String())),
}
const NewBody = Type.Object({ ...texts, account_ids: Type.Optional(IdList) })
const ChangeBody = Type.Object(texts)
const Offset = Type.Object(offsetFields)
const ItemBody = Type.Object({ account_id: Type.Optional(Id) })
const CollectionParams = Type.Object({ collection_id: Id })
const ItemParams = Type.Object({ collection_id: Id, id: Id })

/** @see https://docs.joinmastodon.org/methods/collections/ */
export const routes: Routes = (server, app) => {
  const places = [
    { base: '/api/v1', since: {} },
    { base: '/api/v1_alpha', since: { deprecatedSince: ALPHA_DEPRECATED } },
  ]
  server.get(
    '/api/rookery/v1/starter_collections',
    { config: { scope: 'read:collections' } },
    async (request) => {
      const { featured_collections: ids } = await app.cached.get(settings)
      return wrapped(await renderCollections(app, viewerOf(request).id, ids))
    },
  )
  for (const place of places) {
    listRoutes(server, app, place)
    collectionRoutes(server, app, place)
    itemRoutes(server, app, place)
  }
}

/** A version of the same routes. */
interface Place {
  base: string
  since: { deprecatedSince?: number }
}

function listRoutes(server: Server, app: App, { base, since }: Place): void {
  server.get(
    `${base}/accounts/:id/collections`,
    {
      config: { scope: 'read:collections', anonymous: true, cache: 'page', ...since },
      schema: { params: IdParams, querystring: Offset },
    },
    async (request, reply) => {
      const viewerId = viewerIdOf(request)
      const account = await getReachableAccount(app.db, request.params.id)
      if (account.domain !== null && viewerId !== null) {
        await suggestRefresh(app, account.id)
        await suggestCollections(app, account.id)
      }
      const part = partOf(request.query)
      const ids = await collectionIdsOf(app.db, { accountId: account.id, viewerId }, part)
      offsetLinks(request, reply, { count: ids.length, ...part })
      return wrapped(await renderCollections(app, viewerId, ids))
    },
  )
  server.get(
    `${base}/accounts/:id/in_collections`,
    {
      config: { scope: 'read:collections', ...since },
      schema: { params: IdParams, querystring: Offset },
    },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const { id } = await getReachableAccount(app.db, request.params.id)
      if (id !== viewer.id) throw new Forbidden()
      const part = partOf(request.query)
      const ids = await idsOfFeaturing(app.db, id, part)
      offsetLinks(request, reply, { count: ids.length, ...part })
      return wrapped(await renderCollections(app, id, ids))
    },
  )
}

function partOf(query: { offset?: number | undefined; limit?: number | undefined }) {
  return { offset: query.offset ?? 0, limit: limitOf(query, STANDARD, LARGEST) }
}

function wrapped(collections: JsonText[]): JsonText {
  return jsonObject({ collections: jsonList(collections) })
}

function collectionRoutes(server: Server, app: App, { base, since }: Place): void {
  const writing = { scope: 'write:collections', ...since } as const
  server.post(
    `${base}/collections`,
    { config: writing, schema: { body: NewBody } },
    async (request) => {
      const viewer = viewerOf(request)
      const { account_ids: targetIds = [], ...given } = request.body
      const limit = collectionLimit(await app.cached.get(roles), viewer.roleId)
      const input = { ...given, accountId: viewer.id, targetIds, limit }
      return renderOne(app, viewer.id, await app.transact((tx) => createCollection(tx, input)))
    },
  )
  server.get(
    `${base}/collections/:id`,
    {
      config: { scope: 'read:collections', anonymous: true, cache: 'page', ...since },
      schema: { params: IdParams },
    },
    async (request) => {
      const viewerId = viewerIdOf(request)
      const { id } = await getCollection(app.db, request.params.id, viewerId)
      const shown = await renderWithAccounts(app, viewerId, id)
      if (shown === null) throw new NotFound()
      return jsonObject({ ...shown })
    },
  )
  server.patch(
    `${base}/collections/:id`,
    { config: writing, schema: { params: IdParams, body: ChangeBody } },
    async (request) => {
      const own = { accountId: viewerOf(request).id, collectionId: request.params.id }
      await app.transact((tx) => updateCollection(tx, own, request.body))
      return renderOne(app, own.accountId, own.collectionId)
    },
  )
  server.delete(
    `${base}/collections/:id`,
    { config: writing, schema: { params: IdParams } },
    async (request) => {
      const own = { accountId: viewerOf(request).id, collectionId: request.params.id }
      await app.transact((tx) => deleteOwnCollection(tx, own))
      return {}
    },
  )
}

async function renderOne(app: App, viewerId: string, id: string): Promise<JsonText> {
  const [collection] = await renderCollections(app, viewerId, [id])
  if (collection === undefined) throw new NotFound()
  return jsonObject({ collection })
}

function itemRoutes(server: Server, app: App, { base, since }: Place): void {
  const config = { scope: 'write:collections', ...since } as const
  server.post(
    `${base}/collections/:collection_id/items`,
    { config, schema: { params: CollectionParams, body: ItemBody } },
    async (request) => {
      const targetId = request.body.account_id
      if (!targetId) throw new Unprocessable('`account_id` parameter is missing')
      const own = { accountId: viewerOf(request).id, collectionId: request.params.collection_id }
      const id = await app.transact((tx) => addItem(tx, own, targetId))
      const item = await findItem(app.db, id)
      if (item === null) throw new NotFound()
      return jsonObject({ collection_item: toJson(presentItem(item)) })
    },
  )
  server.delete(
    `${base}/collections/:collection_id/items/:id`,
    { config, schema: { params: ItemParams } },
    async (request) => {
      const { collection_id: collectionId, id } = request.params
      const own = { accountId: viewerOf(request).id, collectionId }
      await app.transact((tx) => removeOwnItem(tx, own, id))
      return {}
    },
  )
  server.post(
    `${base}/collections/:collection_id/items/:id/revoke`,
    { config, schema: { params: ItemParams } },
    async (request) => {
      const { id: accountId } = viewerOf(request)
      const { collection_id, id: itemId } = request.params
      await app.transact(async (tx) => {
        const collection = await getCollection(tx.db, collection_id, null)
        await revokeOwnItem(tx, { accountId, collection, itemId })
      })
      return {}
    },
  )
}
