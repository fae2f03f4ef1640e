import type { FastifyReply } from 'fastify'
import { tagUrl } from '../addresses.ts'
import type { App } from '../app.ts'
import type { Page } from '../db/pagination.ts'
import type { Walked } from '../db/walk.ts'
import { NotFound, Unauthorized } from '../errors.ts'
import { Pagination } from '../http/params.ts'
import { Type } from '../http/schema.ts'
import { settings } from '../instance/settings.ts'
import type { StatusHead } from '../statuses/heads.ts'
import { renderTags } from '../tags/serializer.ts'
import { findTagId } from '../tags/tags.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { normalizeTag } from '../text/tags.ts'
import type { FeedOrigin } from '../timelines/access.ts'
import { publicPage } from '../timelines/public.ts'
import type { Pages } from './pages.ts'
import { FEED_SIZE, sendFeed } from './public-feeds.ts'
import { icon } from './public-icons.ts'
import { NOINDEX, previewTags } from './public-open-graph.ts'
import {
  createEntrance,
  type PublicCall,
  showPublicPage,
  userOf,
  visibleFeed,
} from './public-page.ts'
import { loadPage, pageFrom, pager, statusList } from './public-statuses-list.ts'
import { counted } from './public-words.ts'
import { goToSignIn } from './way-back.ts'

const FEED_SUFFIX = /\.rss$/i

const TagParams = Type.Object({ name: Type.String() })
const TagQuery = Type.Object({ max_id: Pagination.properties.max_id })

export const tagPages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.get(
    '/tags/:name',
    { schema: { params: TagParams, querystring: TagQuery } },
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

/** A hashtag, whether it was ever used or not. */
interface Tag {
  /** null if nobody used it yet */
  id: string | null
  name: string
  /** how often it was used in the last seven days */
  uses: number
}

/** @throws NotFound for what cannot be a tag (S-231) */
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
  const lately = counted(tag.uses, 'post', 'posts')
  return showPublicPage(app, call, {
    title: `#${tag.name}`,
    takenOver: 'tag',
    head: tagHead(app, known.title, tag, statuses.length === 0),
    body: html`<header class="page-head">
<div><h1><bdi>#${tag.name}</bdi></h1>
<p class="muted">${tag.uses > 0 ? `${lately} this week` : 'Public posts with this hashtag'}</p></div>
<a class="button secondary" href="${path}.rss">${icon('feed')} RSS</a>
</header>
${statusList(drawing, { label: `Posts with #${tag.name}`, statuses, empty: nothing(maxId) })}
${pager(path, next, maxId === undefined)}`,
  })
}

/** The tag's public statuses, as far as everybody may see them (S-324). */
async function findHeads(
  app: App,
  { id }: Tag,
  feed: FeedOrigin | 'none',
  page: Page,
): Promise<Walked<StatusHead>> {
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
  if (maxId !== undefined) return html`<p>Nothing older.</p>`
  return html`<p>No public posts with this hashtag yet.</p>`
}

function tagHead(app: App, site: string, { name }: Tag, empty: boolean): SafeHtml {
  const url = tagUrl(app.config, name)
  const description = `Public posts with the hashtag #${name} on ${site}`
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
  const description = `Public posts with the hashtag #${tag.name} on ${known.title}`
  const channel = { title: `#${tag.name}`, description, url, self: `${url}.rss` }
  return sendFeed(app, { reply, visitor: null }, channel, statuses)
}
