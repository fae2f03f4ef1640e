import type { FastifyReply } from 'fastify'
import { settings } from '../../../features/instance/settings.ts'
import type { App } from '../../../kernel/core/app.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { wordsFor } from '../../../kernel/text/catalogues.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { fullHandle } from './account-parts.ts'
import type { StatusEntity } from './entities.ts'
import { shownMedia } from './media.ts'
import { cacheHeaders, type PublicCall } from './page.ts'
import { type Feed, type FeedFile, type FeedItem, renderFeed } from './rss.ts'
import { contentHtml, emojiText, nameOf } from './text.ts'

/** statuses in a feed */
export const FEED_SIZE = 20

type Channel = Omit<Feed, 'items'>

/** Responds with the statuses as an RSS feed. */
export async function sendFeed(
  app: App,
  call: Pick<PublicCall, 'reply' | 'visitor'>,
  channel: Channel,
  statuses: readonly StatusEntity[],
): Promise<FastifyReply> {
  const files = await loadFiles(app, statuses)
  const items = statuses.map((one) => feedItem(app, one, files))
  // programs read it for whoever subscribed
  const words = wordsFor(...(await app.cached.get(settings)).languages)
  await cacheHeaders(app, call)
  return call.reply
    .header('content-type', 'application/rss+xml; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .send(renderFeed({ ...channel, items }, words))
}

type Files = Map<string, { content_type: string; size: number }>

/** Content type and size of the files, which feeds need and entities lack. */
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
    ...(warning === '' ? {} : { title: t('Content warning: {warning}', { warning }) }),
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
  return html`${warning !== '' && html`<p><strong>${t('Content warning:')}</strong> ${emojiText(warning, emojis)}</p><hr>`}${contentHtml(status)}${poll !== null && html`<ul>${poll.options.map(({ title }) => html`<li>${emojiText(title, poll.emojis)}</li>`)}</ul>`}`
}
