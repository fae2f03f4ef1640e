import { BadRequest, Unauthorized } from '../../kernel/base/errors.ts'
import { type JsonText, jsonList, jsonObject, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { fitting } from '../../kernel/http/list-page.ts'
import { Demanded, Id, limitOf } from '../../kernel/http/params.ts'
import { spend } from '../../kernel/http/rate-limits/limiter.ts'
import type { Routes, Viewer } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { renderAccounts } from '../accounts/serializer.ts'
import { searchCollections } from '../collections/lists.ts'
import { renderCollections } from '../collections/serializer.ts'
import { searchAccounts } from '../relationships/account-search.ts'
import { loadStatuses } from '../statuses/read/serializer.ts'
import { renderTags } from '../tags/serializer.ts'
import { type Found, findByAddress, isAddress } from './by-url.ts'
import { searchStatuses } from './statuses.ts'
import { searchTags } from './tags.ts'

const SearchQuery = Type.Object({
  q: Demanded(Type.String()),
  type: Type.Optional(Type.String()),
  resolve: Type.Optional(Type.Boolean()),
  following: Type.Optional(Type.Boolean()),
  account_id: Type.Optional(Id),
  exclude_unreviewed: Type.Optional(Type.Boolean()),
  min_id: Type.Optional(Type.String({ kind: 'newer' })),
  max_id: Type.Optional(Type.String({ kind: 'older' })),
  limit: Type.Optional(Type.Integer()),
  offset: Type.Optional(Type.Integer()),
})

const NONE = jsonList([])

/** A search for a single type pages by offset. */
interface Search {
  text: string
  viewer: Viewer | null
  limit: number
  offset: number
  following: boolean
  resolve: boolean
  onlyReviewed: boolean
  accountId: string | null
  minId: string | null
  maxId: string | null
}

export const routes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/search/#v2
  server.get(
    '/api/v2/search',
    {
      config: { scope: 'read:search', anonymous: true },
      schema: { querystring: SearchQuery },
    },
    async (request) => {
      const { query } = request
      const viewer = request.auth?.user ?? null
      if ((query.limit ?? 0) < 0 || (query.offset ?? 0) < 0) {
        throw new BadRequest('Pagination values for `offset` and `limit` must be positive')
      }
      if (viewer === null) refuseFurther(query)
      const text = query.q.trim()
      if (text === '') throw new BadRequest('q is missing')
      const type = query.type || null
      const search: Search = {
        text,
        viewer,
        limit: limitOf(query, 20),
        offset: type === null ? 0 : (query.offset ?? 0),
        following: query.following ?? false,
        resolve: query.resolve ?? false,
        onlyReviewed: query.exclude_unreviewed ?? false,
        accountId: query.account_id ?? null,
        minId: query.min_id ?? null,
        maxId: query.max_id ?? null,
      }
      const wanted = (kind: string) => type === null || type === kind
      if (search.resolve && mayRequestElsewhere(text)) await spend(request, 'on_demand')
      if (search.resolve && isAddress(text)) {
        const found = search.offset === 0 ? await findByAddress(app, text) : null
        return showFound(app, viewer, found !== null && wanted(found.kind) ? found : null)
      }
      const [accounts, statuses, hashtags, collections] = await Promise.all([
        wanted('accounts') ? findAccounts(app, search) : NONE,
        wanted('statuses') ? findStatuses(app, search) : NONE,
        wanted('hashtags') ? findHashtags(app, search) : NONE,
        wanted('collections') ? findCollections(app, search) : NONE,
      ])
      return jsonObject({ accounts, statuses, hashtags, collections })
    },
  )
}

/** Whether resolving it may send a request to another server. */
function mayRequestElsewhere(text: string): boolean {
  return isAddress(text) || /^@?[^\s@]+@[^\s@]+$/.test(text)
}

/** The object of the URL as the only result. */
async function showFound(app: App, viewer: Viewer | null, found: Found | null): Promise<JsonText> {
  const nothing = { accounts: NONE, statuses: NONE, hashtags: NONE, collections: NONE }
  if (found === null) return jsonObject(nothing)
  return jsonObject({ ...nothing, [found.kind]: jsonList(await renderFound(app, viewer, found)) })
}

async function renderFound(app: App, viewer: Viewer | null, { kind, id }: Found) {
  if (kind === 'accounts') return renderAccounts(app, [id])
  if (kind === 'collections') return renderCollections(app, viewer?.id ?? null, [id])
  return [...(await loadStatuses(app, viewer, [id])).values()]
}

async function findAccounts(app: App, search: Search) {
  const ids = await searchAccounts(app, search.viewer, { ...search, q: search.text })
  return jsonList(await renderAccounts(app, ids))
}

/** Only signed-in users can search statuses. */
async function findStatuses(app: App, search: Search) {
  if (search.viewer === null) return NONE
  const ids = await searchStatuses(app, search.viewer.id, search)
  const found = await loadStatuses(app, search.viewer, ids)
  const texts = ids.map((id) => found.get(id)).filter((text) => text !== undefined)
  return jsonList(texts.slice(0, fitting(texts)))
}

async function findCollections(app: App, search: Search) {
  const ids = await searchCollections(app.slowDb, search)
  return jsonList(await renderCollections(app, search.viewer?.id ?? null, ids))
}

async function findHashtags(app: App, search: Search) {
  const ids = await searchTags(app.slowDb, search.text, search)
  return toJson(await renderTags(app, ids, search.viewer))
}

/** S-560: with Mastodon's texts. */
function refuseFurther({ resolve, offset }: { resolve?: boolean; offset?: number }): void {
  if (offset !== undefined) {
    throw new Unauthorized('Search queries pagination is not supported without authentication')
  }
  if (resolve === true) {
    throw new Unauthorized(
      'Search queries that resolve remote resources are not supported without authentication',
    )
  }
}
