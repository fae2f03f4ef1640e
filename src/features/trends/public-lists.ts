import type { FastifyReply } from 'fastify'
import { jsonList } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerIdOf } from '../../kernel/http/auth.ts'
import { fitting } from '../../kernel/http/list-page.ts'
import { renderEach } from '../statuses/read/serializer.ts'
import { renderTags } from '../tags/serializer.ts'
import { renderLinks } from './link-serializer.ts'
import { trendingLinks, trendingStatuses, trendingTagIds } from './listing.ts'
import { languagesOf, type OffsetRequest, showTrends } from './pages.ts'

/** Sends the public trending tags; the functions below send links and statuses. */
export function showTags(app: App, request: OffsetRequest, reply: FastifyReply) {
  return showTrends(request, reply, 10, async (place) => {
    const ids = await trendingTagIds(app, { ...place, audience: 'everybody' })
    const tags = await renderTags(app, ids, request.auth?.user ?? null)
    return { count: tags.length, body: tags }
  })
}

export function showLinks(app: App, request: OffsetRequest, reply: FastifyReply) {
  return showTrends(request, reply, 10, async (place) => {
    const languages = languagesOf(request)
    const links = await trendingLinks(app, { ...place, languages, audience: 'everybody' })
    return { count: links.length, body: await renderLinks(app, links, viewerIdOf(request)) }
  })
}

export function showStatuses(app: App, request: OffsetRequest, reply: FastifyReply) {
  return showTrends(request, reply, 20, async (place) => {
    const listed = await trendingStatuses(app, {
      ...place,
      languages: languagesOf(request),
      viewerId: viewerIdOf(request),
      audience: 'everybody',
    })
    const texts = await renderEach(app, request.auth?.user ?? null, listed)
    const shown = texts.slice(0, fitting(texts))
    const body = jsonList(shown.filter((text) => text !== null))
    return { count: listed.length, shown: shown.length, body }
  })
}
