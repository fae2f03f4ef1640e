import type { Document } from '../../../kernel/activitypub/as2.ts'
import {
  checkDocumentAccess,
  requireSignedRequest,
} from '../../../kernel/activitypub/document-access.ts'
import { sendDocument } from '../../../kernel/activitypub/reply.ts'
import { Forbidden } from '../../../kernel/base/errors.ts'
import {
  followersSynchronizationUri,
  followersUri,
  followingUri,
} from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { Pagination } from '../../../kernel/http/params.ts'
import type { Routes, Server } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { getShownLocalAccount } from '../../accounts/local.ts'
import type { Account } from '../../accounts/queries.ts'
import { pageOfFollowerUris, pageOfFollowingUris } from '../account-lists.ts'
import { countAgain, digestOf, findDigest, followerUrisOf, hostOf } from './digests.ts'

const PAGE_SIZE = 40

const Params = Type.Object({ username: Type.String() })
const { max_id } = Pagination.properties
const Query = Type.Object({ page: Type.Optional(Type.Boolean()), max_id })

/** The followers and following collections for other servers. */
export const federationRoutes: Routes = (server, app) => {
  collectionRoute(server, app, 'followers')
  collectionRoute(server, app, 'following')
  synchronizationRoute(server, app)
}

interface Collection {
  uri: (accountUri: string) => string
  count: 'followers_count' | 'following_count'
  page: typeof pageOfFollowerUris
}

const COLLECTIONS: Record<'followers' | 'following', Collection> = {
  followers: { uri: followersUri, count: 'followers_count', page: pageOfFollowerUris },
  following: { uri: followingUri, count: 'following_count', page: pageOfFollowingUris },
}

function collectionRoute(server: Server, app: App, name: keyof typeof COLLECTIONS): void {
  const collection = COLLECTIONS[name]
  server.get(
    `/users/:username/${name}`,
    { schema: { params: Params, querystring: Query } },
    async (request, reply) => {
      await checkDocumentAccess(app, request)
      const account = await getShownLocalAccount(app.db, request.params.username)
      const whole = await wholeOf(app.db, account, collection)
      if (request.query.page !== true) return sendDocument(reply, whole)
      // S-279: the count may be public while the members are not
      if (account.hide_collections) throw new Forbidden()
      return sendDocument(reply, await pageOfCollection(app.db, account, collection, request.query))
    },
  )
}

async function wholeOf(db: Db, account: Account, { uri, count }: Collection): Promise<Document> {
  const stats = await db
    .selectFrom('account_stats')
    .select(['followers_count', 'following_count'])
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  const id = uri(account.uri)
  const first = account.hide_collections ? {} : { first: `${id}?page=true` }
  return { id, type: 'OrderedCollection', totalItems: stats[count], ...first }
}

async function pageOfCollection(
  db: Db,
  account: Account,
  { uri, page }: Collection,
  query: Static<typeof Query>,
): Promise<Document> {
  const partOf = uri(account.uri)
  const asked = { ...pageOf(query, PAGE_SIZE), limit: PAGE_SIZE }
  const rows = await page(db, { accountId: account.id }, asked)
  const cursor = asked.maxId === null ? '' : `&max_id=${asked.maxId}`
  const more = rows.length === PAGE_SIZE
  return {
    id: `${partOf}?page=true${cursor}`,
    type: 'OrderedCollectionPage',
    partOf,
    ...(more ? { next: `${partOf}?page=true&max_id=${rows.at(-1)!.cursor}` } : {}),
    orderedItems: rows.map((row) => row.uri),
  }
}

/**
 * The followers on the requesting server. The request means that its count differs, so our own
 * count is recomputed.
 *
 * @see https://w3id.org/fep/8fcf
 */
function synchronizationRoute(server: Server, app: App): void {
  server.get(
    '/users/:username/followers_synchronization',
    { schema: { params: Params } },
    async (request, reply) => {
      const viewer = await requireSignedRequest(app, request)
      const account = await getShownLocalAccount(app.db, request.params.username)
      const asked = { accountId: account.id, host: hostOf(viewer.uri) }
      const uris = await followerUrisOf(app.db, app.config, asked)
      const known = await findDigest(app.db, asked.accountId, asked.host)
      if (known !== null && known !== digestOf(uris)) {
        await app.transact((tx) => countAgain(tx, asked.accountId, asked.host))
      }
      const id = followersSynchronizationUri(account.uri)
      const document = { id, type: 'OrderedCollection', orderedItems: uris }
      return sendDocument(reply, document, { forViewer: true })
    },
  )
}
