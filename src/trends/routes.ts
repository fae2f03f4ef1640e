import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { NotFound } from '../errors.ts'
import { viewerIdOf } from '../http/auth.ts'
import { offsetLinks } from '../http/link-header.ts'
import { localeOf } from '../http/locale.ts'
import { pageOf } from '../http/page.ts'
import { Demanded, limitOf, offsetFields, paginationFields } from '../http/params.ts'
import type { Routes } from '../http/routes.ts'
import { type Static, Type } from '../http/schema.ts'
import { settings } from '../instance/settings.ts'
import { jsonList } from '../json.ts'
import { renderHeads } from '../statuses/serializer.ts'
import { renderTags } from '../tags/serializer.ts'
import { languageOrNull } from '../text/language.ts'
import { allowedOrigin } from '../timelines/access.ts'
import { publicPage } from '../timelines/public.ts'
import { showPage } from '../timelines/show-page.ts'
import { renderLinks } from './link-serializer.ts'
import { trendedLink } from './links.ts'
import { type Listing, trendingLinks, trendingStatuses, trendingTagIds } from './listing.ts'

const Offset = Type.Object(offsetFields)
const LinkQuery = Type.Object({ ...paginationFields, url: Demanded(Type.String()) })

/** S-017: 30 March 2022 */
const ALIAS_DEPRECATED = Date.UTC(2022, 2, 30) / 1000
const CONFIG = { scope: 'public' } as const

export const routes: Routes = (server, app) => {
  const showTags = (
    request: FastifyRequest<{ Querystring: Static<typeof Offset> }>,
    reply: FastifyReply,
  ) =>
    showTrends(request, reply, 10, async (listing) => {
      const ids = await trendingTagIds(app, listing)
      const tags = await renderTags(app, ids, request.auth?.user ?? null)
      return { count: tags.length, body: tags }
    })
  // https://docs.joinmastodon.org/methods/trends/#tags
  server.get('/api/v1/trends/tags', { config: CONFIG, schema: { querystring: Offset } }, showTags)
  server.get(
    '/api/v1/trends',
    { config: { ...CONFIG, deprecatedSince: ALIAS_DEPRECATED }, schema: { querystring: Offset } },
    showTags,
  )

  // https://docs.joinmastodon.org/methods/trends/#links
  server.get(
    '/api/v1/trends/links',
    { config: CONFIG, schema: { querystring: Offset } },
    (request, reply) =>
      showTrends(request, reply, 10, async (listing) => {
        const languages = languagesOf(request)
        const links = await trendingLinks(app, { ...listing, languages })
        return { count: links.length, body: await renderLinks(app, links) }
      }),
  )

  // https://docs.joinmastodon.org/methods/trends/#statuses
  server.get(
    '/api/v1/trends/statuses',
    { config: CONFIG, schema: { querystring: Offset } },
    (request, reply) =>
      showTrends(request, reply, 20, async (listing) => {
        const wanted = { languages: languagesOf(request), viewerId: viewerIdOf(request) }
        const heads = await trendingStatuses(app, { ...listing, ...wanted })
        const texts = await renderHeads(app, request.auth?.user ?? null, heads)
        return { count: heads.length, body: jsonList(texts) }
      }),
  )

  linkTimeline(server, app)
}

/** A page by position, most on the rise first (S-240, S-241). */
async function showTrends<Body>(
  request: FastifyRequest<{ Querystring: Static<typeof Offset> }>,
  reply: FastifyReply,
  standard: number,
  load: (listing: Listing) => Promise<{ count: number; body: Body }>,
) {
  const { offset = 0 } = request.query
  const limit = limitOf(request.query, standard)
  reply.header('vary', 'Authorization, Accept-Language')
  const { count, body } = await load({ limit, offset, audience: 'everybody' })
  offsetLinks(request, reply, { count, limit, offset })
  return body
}

/** Languages whose trends come first (S-009, S-243). */
function languagesOf(request: FastifyRequest): readonly string[] {
  const chosen = request.auth?.user?.chosenLanguages
  if (chosen?.length) return chosen
  return [languageOrNull(localeOf(request)) ?? 'en']
}

// https://docs.joinmastodon.org/methods/timelines/#link
function linkTimeline(server: Parameters<Routes>[0], app: App): void {
  server.get(
    '/api/v1/timelines/link',
    {
      config: { scope: 'read:statuses', anonymous: true, cache: 'page' },
      schema: { querystring: LinkQuery },
    },
    async (request, reply) => {
      const viewer = request.auth?.user ?? null
      const known = await app.cached.get(settings)
      const origin = allowedOrigin(known, 'trending_link', viewer, null)
      const link = await trendedLink(app.db, known, request.query.url)
      if (link === null) throw new NotFound()
      if (origin === 'none') return []
      const page = pageOf(request.query, 20)
      const timeline = {
        viewerId: viewer?.id ?? null,
        origin,
        onlyMedia: false,
        languages: viewer?.chosenLanguages ?? null,
        tags: null,
        link,
      }
      const heads = await publicPage(app.db, timeline, page, app.clock())
      return showPage(app, request, reply, { heads, page, viewer })
    },
  )
}
