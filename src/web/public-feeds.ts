import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { idIn } from '../db/id-in.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { fullHandle } from './public-account-parts.ts'
import type { StatusEntity } from './public-entities.ts'
import { shownMedia } from './public-media.ts'
import { cacheHeaders, type PublicCall } from './public-page.ts'
import { contentHtml, emojiText, nameOf } from './public-text.ts'
import { type Feed, type FeedFile, type FeedItem, renderFeed } from './rss.ts'

/** Statuses in a feed. */
export const FEED_SIZE = 20

type Channel = Omit<Feed, 'items'>

/** Answers with the statuses as a feed. */
export async function sendFeed(
  app: App,
  call: Pick<PublicCall, 'reply' | 'visitor'>,
  channel: Channel,
  statuses: readonly StatusEntity[],
): Promise<FastifyReply> {
  const files = await loadFiles(app, statuses)
  await cacheHeaders(app, call)
  return call.reply
    .header('content-type', 'application/rss+xml; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .send(renderFeed({ ...channel, items: statuses.map((one) => feedItem(app, one, files)) }))
}

type Files = Map<string, { content_type: string; size: number }>

/** What entities do not say of files, and feeds must. */
async function loadFiles(app: App, statuses: readonly StatusEntity[]): Promise<Files> {
  const ids = statuses.flatMap((status) => status.media_attachments.map(({ id }) => id))
  if (ids.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('media_attachment')
    .select(['id', 'content_type', 'size'])
    .where(idIn(app.db, 'id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function feedItem(app: App, status: StatusEntity, known: Files): FeedItem {
  const { account, spoiler_text: warning } = status
  return {
    url: status.url,
    published: status.created_at,
    author: `${nameOf(account)} (@${fullHandle(app.config, account)})`,
    ...(warning === '' ? {} : { title: `Content warning: ${warning}` }),
    content: itemContent(status),
    categories: status.tags.map(({ name }) => name),
    files: shownMedia(status.media_attachments).flatMap(({ id, url, description }): FeedFile[] => {
      const file = known.get(id)
      if (file === undefined) return []
      const { content_type: type, size } = file
      return [{ url, type, size, description, sensitive: status.sensitive || warning !== '' }]
    }),
  }
}

function itemContent(status: StatusEntity): SafeHtml {
  const { poll, spoiler_text: warning, emojis } = status
  return html`${warning !== '' && html`<p><strong>Content warning:</strong> ${emojiText(warning, emojis)}</p><hr>`}${contentHtml(status)}${poll !== null && html`<ul>${poll.options.map(({ title }) => html`<li>${emojiText(title, poll.emojis)}</li>`)}</ul>`}`
}
