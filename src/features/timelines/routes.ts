import type { FastifyReply } from 'fastify'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { pageOf } from '../../kernel/http/page-params.ts'
import { Id, Pagination, paginationFields } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import { settings } from '../instance/settings.ts'
import { getOwnList } from '../lists/queries.ts'
import { showPage } from '../statuses/read/send-page.ts'
import { findTagId, findTagIds } from '../tags/tags.ts'
import { allowedOrigin } from './access.ts'
import { homePage, listPage } from './entries.ts'
import { type PublicTimeline, publicPage } from './public.ts'
import { createHomeCheck } from './rebuild.ts'

const TAGS_AT_ONCE = 4

const PublicQuery = Type.Object({
  ...paginationFields,
  local: Type.Optional(Type.Boolean()),
  remote: Type.Optional(Type.Boolean()),
  only_media: Type.Optional(Type.Boolean()),
})
const TagQuery = Type.Object({
  ...PublicQuery.properties,
  any: Type.Optional(Type.Array(Type.String())),
  all: Type.Optional(Type.Array(Type.String())),
  none: Type.Optional(Type.Array(Type.String())),
})

export const routes: Routes = (server, app) => {
  storedRoutes(server, app)
  publicRoutes(server, app)
}

/** Stored timelines: home and lists. */
const storedRoutes: Routes = (server, app) => {
  const isWhole = createHomeCheck(app)
  /** S-321: during a rebuild the existing entries are shown */
  const markIfBuilding = async (reply: FastifyReply, viewerId: string): Promise<void> => {
    if (await isWhole(viewerId)) return
    reply.code(206).header('mastodon-async-refresh', `id="home-${viewerId}", retry=5`)
  }

  // https://docs.joinmastodon.org/methods/timelines/#home
  server.get(
    '/api/v1/timelines/home',
    { config: { scope: 'read:statuses' }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const page = pageOf(request.query, 20)
      await markIfBuilding(reply, viewer.id)
      const listed = await homePage(app, viewer.id, page)
      return showPage(app, request, reply, { listed, page, prev: 'min_id', always: true })
    },
  )

  // https://docs.joinmastodon.org/methods/timelines/#list
  server.get(
    '/api/v1/timelines/list/:list_id',
    {
      config: { scope: 'read:lists' },
      schema: { params: Type.Object({ list_id: Id }), querystring: Pagination },
    },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const page = pageOf(request.query, 20)
      const { id: listId } = await getOwnList(app.db, viewer.id, request.params.list_id)
      await markIfBuilding(reply, viewer.id)
      const listed = await listPage(app, viewer.id, listId, page)
      return showPage(app, request, reply, { listed, page, prev: 'min_id', always: true })
    },
  )
}

const publicRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/timelines/#public
  server.get(
    '/api/v1/timelines/public',
    {
      config: { scope: 'read:statuses', anonymous: true, cache: 'list' },
      schema: { querystring: PublicQuery },
    },
    async (request, reply) => {
      const viewer = request.auth?.user ?? null
      const known = await app.cached.get(settings)
      const origin = allowedOrigin(known, 'live', viewer, originOf(request.query))
      if (origin === 'none') return []
      const page = pageOf(request.query, 20)
      const timeline: PublicTimeline = {
        viewerId: viewer?.id ?? null,
        origin,
        onlyMedia: request.query.only_media ?? false,
        languages: viewer?.chosenLanguages ?? null,
        tags: null,
      }
      const { rows: listed, stopped } = await publicPage(app, timeline, page, app.clock())
      return showPage(app, request, reply, { listed, stopped, page, prev: 'min_id', always: true })
    },
  )

  // https://docs.joinmastodon.org/methods/timelines/#tag
  server.get(
    '/api/v1/timelines/tag/:hashtag',
    {
      config: { scope: 'read:statuses', anonymous: true, cache: 'list' },
      schema: { params: Type.Object({ hashtag: Type.String() }), querystring: TagQuery },
    },
    async (request, reply) => {
      const viewer = request.auth?.user ?? null
      const { query } = request
      const known = await app.cached.get(settings)
      const origin = allowedOrigin(known, 'hashtag', viewer, originOf(query))
      const tags = await tagsOf(app, request.params.hashtag, query)
      if (origin === 'none' || tags === null) return []
      const page = pageOf(query, 20)
      const timeline: PublicTimeline = {
        viewerId: viewer?.id ?? null,
        origin,
        onlyMedia: query.only_media ?? false,
        languages: null,
        tags,
      }
      const { rows: listed, stopped } = await publicPage(app, timeline, page, app.clock())
      return showPage(app, request, reply, { listed, stopped, page, prev: 'min_id', always: true })
    },
  )
}

/** Both flags together mean both origins, as neither does. */
function originOf(query: { local?: boolean; remote?: boolean }): PublicTimeline['origin'] {
  if (query.local === query.remote) return null
  if (query.local === true) return 'local'
  return query.remote === true ? 'remote' : null
}

/** The tags of a hashtag timeline, or null if no status can match (S-324). */
async function tagsOf(
  app: App,
  name: string,
  query: Static<typeof TagQuery>,
): Promise<PublicTimeline['tags']> {
  const few = (names: string[] | undefined) => (names ?? []).slice(0, TAGS_AT_ONCE)
  const main = await findTagId(app.db, name)
  const all = await Promise.all(few(query.all).map((one) => findTagId(app.db, one)))
  const needed = all.filter((id) => id !== null)
  if (main === null || needed.length < all.length) return null
  const any = await findTagIds(app.db, few(query.any))
  const none = await findTagIds(app.db, few(query.none))
  return { any: [...new Set([main, ...any])], all: needed, none }
}
