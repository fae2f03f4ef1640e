import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { viewerIdOf } from '../http/auth.ts'
import { fitting } from '../http/list-page.ts'
import { jsonList } from '../json.ts'
import { renderEach } from '../statuses/serializer.ts'
import { renderTags } from '../tags/serializer.ts'
import { renderLinks } from './link-serializer.ts'
import { trendingLinks, trendingStatuses, trendingTagIds } from './listing.ts'
import { languagesOf, type OffsetRequest, showTrends } from './pages.ts'

/** Answers with the tags that trend for everybody; likewise the others. */
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
    const heads = await trendingStatuses(app, {
      ...place,
      languages: languagesOf(request),
      viewerId: viewerIdOf(request),
      audience: 'everybody',
    })
    const texts = await renderEach(app, request.auth?.user ?? null, heads)
    const shown = texts.slice(0, fitting(texts))
    const body = jsonList(shown.filter((text) => text !== null))
    return { count: heads.length, shown: shown.length, body }
  })
}
