import { NotFound } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { pageOf } from '../../kernel/http/page-params.ts'
import { Demanded, paginationFields } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { settings } from '../instance/settings.ts'
import { showPage } from '../statuses/read/send-page.ts'
import { allowedOrigin } from '../timelines/access.ts'
import { publicPage } from '../timelines/public.ts'
import { trendedLink } from './links.ts'
import { Offset } from './pages.ts'
import { showLinks, showStatuses, showTags } from './public-lists.ts'

const LinkQuery = Type.Object({ ...paginationFields, url: Demanded(Type.String()) })

/** S-017: 30 March 2022 */
const ALIAS_DEPRECATED = Date.UTC(2022, 2, 30) / 1000
const CONFIG = { scope: 'public', cache: 'page' } as const

export const routes: Routes = (server, app) => {
  const schema = { querystring: Offset }
  // https://docs.joinmastodon.org/methods/trends/#tags
  server.get('/api/v1/trends/tags', { config: CONFIG, schema }, (request, reply) =>
    showTags(app, request, reply),
  )
  server.get(
    '/api/v1/trends',
    { config: { ...CONFIG, deprecatedSince: ALIAS_DEPRECATED }, schema },
    (request, reply) => showTags(app, request, reply),
  )

  // https://docs.joinmastodon.org/methods/trends/#links
  server.get('/api/v1/trends/links', { config: CONFIG, schema }, (request, reply) =>
    showLinks(app, request, reply),
  )

  // https://docs.joinmastodon.org/methods/trends/#statuses
  const list = { ...CONFIG, cache: 'list' } as const
  server.get('/api/v1/trends/statuses', { config: list, schema }, (request, reply) =>
    showStatuses(app, request, reply),
  )

  linkTimeline(server, app)
}

// https://docs.joinmastodon.org/methods/timelines/#link
function linkTimeline(server: Parameters<Routes>[0], app: App): void {
  server.get(
    '/api/v1/timelines/link',
    {
      config: { scope: 'read:statuses', anonymous: true, cache: 'list' },
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
      const { rows: listed, stopped } = await publicPage(app, timeline, page, app.clock())
      return showPage(app, request, reply, { listed, stopped, page, prev: 'min_id', always: true })
    },
  )
}
