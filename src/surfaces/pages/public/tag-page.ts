import type { FastifyReply } from 'fastify'
import { settings } from '../../../features/instance/settings.ts'
import type { ListedStatus } from '../../../features/statuses/read/status-rows.ts'
import { renderTags } from '../../../features/tags/serializer.ts'
import { findTagId } from '../../../features/tags/tags.ts'
import type { FeedOrigin } from '../../../features/timelines/access.ts'
import { publicPage } from '../../../features/timelines/public.ts'
import { NotFound, Unauthorized } from '../../../kernel/base/errors.ts'
import { tagUrl } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { ScannedPage } from '../../../kernel/db/list-scan.ts'
import type { Page } from '../../../kernel/db/pagination.ts'
import { Pagination } from '../../../kernel/http/params.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { plural, t } from '../../../kernel/text/messages.ts'
import { normalizeTag } from '../../../kernel/text/tags.ts'
import { goToSignIn } from '../auth/way-back.ts'
import type { Pages } from '../pages.ts'
import { FEED_SIZE, sendFeed } from './feeds.ts'
import { icon } from './icons.ts'
import { NOINDEX, previewTags } from './open-graph.ts'
import {
  createEntrance,
  MAY_LAG,
  type PublicCall,
  showPublicPage,
  userOf,
  visibleFeed,
} from './page.ts'
import { loadPage, pageFrom, pager, statusList } from './statuses-list.ts'

const FEED_SUFFIX = /\.rss$/i

const TagParams = Type.Object({ name: Type.String() })
const TagQuery = Type.Object({ max_id: Pagination.properties.max_id })

export const tagPages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.get(
    '/tags/:name',
    { ...MAY_LAG, schema: { params: TagParams, querystring: TagQuery } },
    async (request, reply) => {
      const { name } = request.params
      if (FEED_SUFFIX.test(name)) {
        await entrance.checkReader(request, reply)
        return showFeed(app, reply, await getTag(app, name.replace(FEED_SUFFIX, '')))
      }
      const call = await entrance.guarded(request, reply)
      if (call === null) return reply
      return showTag(app, call, await getTag(app, name), request.query.max_id)
    },
  )
}

/** A hashtag, used or not. */
interface Tag {
  /** null if no status has used it */
  id: string | null
  name: string
  /** uses in the last seven days */
  uses: number
}

/** @throws NotFound for a name that is not a valid hashtag (S-231) */
async function getTag(app: App, asked: string): Promise<Tag> {
  if (normalizeTag(asked) === null) throw new NotFound('That is not a hashtag')
  const id = await findTagId(app.db, asked)
  const [entity] = id === null ? [] : await renderTags(app, [id])
  if (entity === undefined) return { id, name: asked.replace(/^[#＃]/, ''), uses: 0 }
  const uses = entity.history.reduce((total, day) => total + Number(day.uses), 0)
  return { id, name: entity.name, uses }
}

async function showTag(
  app: App,
  call: PublicCall,
  tag: Tag,
  maxId: string | undefined,
): Promise<FastifyReply> {
  const known = await app.cached.get(settings)
  const feed = visibleFeed(known, 'hashtag', userOf(call))
  if (feed === 'sign in') return goToSignIn(app, call, call.request.url)
  const { statuses, next } = await loadPage(app, await findHeads(app, tag, feed, pageFrom(maxId)))
  const drawing = { config: app.config, now: app.clock() }
  const path = tagUrl({ origin: '' }, tag.name)
  const lately = plural(tag.uses, '{n} post', '{n} posts')
  return showPublicPage(app, call, {
    title: `#${tag.name}`,
    takenOver: 'tag',
    head: tagHead(app, known.title, tag, statuses.length === 0),
    body: html`<header class="page-head">
<div class="page-title"><h1><bdi>#${tag.name}</bdi></h1>
<div class="buttons"><a class="button secondary" href="${path}.rss">${rich('{icon} RSS', { icon: icon('feed') })}</a></div></div>
<p class="page-lead">${tag.uses > 0 ? t('{lately} this week', { lately }) : t('Public posts with this hashtag')}</p>
</header>
${statusList(drawing, { label: t('Posts with #{name}', { name: tag.name }), statuses, empty: nothing(maxId) })}
${pager(path, next, maxId === undefined)}`,
  })
}

/** The hashtag's public statuses that everybody may see (S-324). */
async function findHeads(
  app: App,
  { id }: Tag,
  feed: FeedOrigin | 'none',
  page: Page,
): Promise<ScannedPage<ListedStatus>> {
  if (id === null || feed === 'none') return { rows: [], stopped: null }
  const timeline = {
    viewerId: null,
    origin: feed,
    onlyMedia: false,
    languages: null,
    tags: { any: [id], all: [], none: [] },
  }
  return publicPage(app, timeline, page, app.clock())
}

function nothing(maxId: string | undefined): SafeHtml {
  if (maxId !== undefined) return html`<p>${t('Nothing older.')}</p>`
  return html`<p>${t('No public posts with this hashtag yet.')}</p>`
}

function tagHead(app: App, site: string, { name }: Tag, empty: boolean): SafeHtml {
  const url = tagUrl(app.config, name)
  const description = t('Public posts with the hashtag #{name} on {site}', { name, site })
  return html`${previewTags({ type: 'website', site, title: `#${name}`, description, url })}
<link rel="alternate" type="application/rss+xml" title="#${name}" href="${tagUrl({ origin: '' }, name)}.rss">
${empty && NOINDEX}`
}

async function showFeed(app: App, reply: FastifyReply, tag: Tag): Promise<FastifyReply> {
  const known = await app.cached.get(settings)
  const feed = visibleFeed(known, 'hashtag', null)
  if (feed === 'sign in') throw new Unauthorized('This method requires an authenticated user')
  const found = await findHeads(app, tag, feed, { ...pageFrom(undefined), limit: FEED_SIZE })
  const { statuses } = await loadPage(app, found)
  const url = tagUrl(app.config, tag.name)
  const description = t('Public posts with the hashtag #{name} on {title}', {
    name: tag.name,
    title: known.title,
  })
  const channel = { title: `#${tag.name}`, description, url, self: `${url}.rss` }
  return sendFeed(app, { reply, visitor: null }, channel, statuses)
}
