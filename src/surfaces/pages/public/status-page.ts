import { settings } from '../../../features/instance/settings.ts'
import { missingStatus } from '../../../features/statuses/federation/documents/document-access.ts'
import { getVisibleStatus, type StatusRow } from '../../../features/statuses/queries.ts'
import { renderContext } from '../../../features/statuses/read/context.ts'
import { renderHistory } from '../../../features/statuses/read/history.ts'
import { renderStatus } from '../../../features/statuses/read/serializer.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { Id } from '../../../kernel/http/params.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { readerOf } from '../client/reader.ts'
import { goTo, type Pages } from '../pages.ts'
import { fullHandle } from './account-parts.ts'
import { type EditEntity, isLocal, parseEntities, type StatusEntity } from './entities.ts'
import { focalStatus } from './focal-status.ts'
import { shownMedia } from './media.ts'
import { DESCRIPTION_LENGTH, NOINDEX, type Preview, previewTags } from './open-graph.ts'
import {
  createEntrance,
  leaveFor,
  MAY_LAG,
  type PublicCall,
  showPublicPage,
  showToReader,
  userOf,
} from './page.ts'
import { describeStatus, nameOf } from './text.ts'
import { replyDepths, threadAbove, threadBelow } from './thread.ts'

const TITLE_LENGTH = 60

export const StatusParams = Type.Object({ username: Type.String(), id: Id })

/** A status that everybody may see. */
export interface ShownStatus {
  row: StatusRow
  entity: StatusEntity
}

export const statusPages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.get(
    '/@:username/:id',
    { ...MAY_LAG, schema: { params: StatusParams } },
    async (request, reply) => {
      const call = await entrance.guarded(request, reply)
      if (call === null) return reply
      const { username, id } = request.params
      const own = await showAsReader(app, call, request.params)
      if (own !== null) return own
      const shown = await getShownStatus(app, username, id)
      const place = placeOf(shown.entity)
      if (place !== `${app.config.origin}/@${username}/${shown.entity.id}`) {
        return leaveFor(reply, place)
      }
      return showPublicPage(app, call, { ...(await drawPage(app, shown)), takenOver: 'thread' })
    },
  )
}

/**
 * Answers signed-in users, who also see remote statuses and statuses of limited visibility; a boost redirects to its
 * original.
 *
 * @returns null if the page for visitors shows the same
 * @throws NotFound
 */
async function showAsReader(app: App, call: PublicCall, wanted: { username: string; id: string }) {
  const reader = readerOf(userOf(call))
  if (reader === null) return null
  const text = await renderStatus(app, reader, wanted.id).catch(async (error) => {
    throw error instanceof NotFound ? await missingStatus(app, wanted) : error
  })
  const entity = JSON.parse(text) as StatusEntity
  if (!isAt(entity, wanted.username)) throw new NotFound()
  const original = entity.reblog ?? entity
  const path = `/@${original.account.acct}/${original.id}`
  if (path !== `/@${wanted.username}/${wanted.id}`) return goTo(call.reply, path)
  const isForEverybody = /^(public|unlisted)$/.test(entity.visibility)
  return isLocal(entity.account) && isForEverybody ? null : showToReader(app, call, 'thread')
}

const isAt = ({ account }: StatusEntity, username: string) =>
  account.acct.toLowerCase() === username.toLowerCase()

/**
 * The status of an address, if everybody may see it.
 * @param username as in the address, in any case; with its domain if the account is remote
 * @throws NotFound also if the status belongs to another account
 * @throws Gone if the status or its account was deleted
 */
export async function getShownStatus(app: App, username: string, id: string): Promise<ShownStatus> {
  try {
    const row = await getVisibleStatus(app.db, null, id)
    const entity = JSON.parse(await renderStatus(app, null, id)) as StatusEntity
    if (!isAt(entity, username)) throw new NotFound()
    return { row, entity }
  } catch (error) {
    throw error instanceof NotFound ? await missingStatus(app, { username, id }) : error
  }
}

/** Address that shows a status: for a local boost, the address of its original. */
function placeOf({ reblog, url, account }: StatusEntity): string {
  return reblog === null || !isLocal(account) ? url : reblog.url
}

async function drawPage(app: App, { row, entity }: ShownStatus) {
  const drawing = { config: app.config, now: app.clock() }
  const [context, versions, { title }] = await Promise.all([
    renderContext(app, null, row),
    entity.edited_at === null ? [] : renderHistory(app, row),
    app.cached.get(settings),
  ])
  const { ancestors, descendants } = JSON.parse(context) as {
    ancestors: StatusEntity[]
    descendants: StatusEntity[]
  }
  const name = nameOf(entity.account)
  const said = describeStatus(entity, TITLE_LENGTH)
  return {
    title:
      said === '' ? t('A post by {name}', { name }) : t('{name}: “{text}”', { name, text: said }),
    head: statusHead(app, title, entity),
    uri: entity.uri,
    body: html`<h1 class="visually-hidden">${t('A post by {name}', { name })}</h1>
<div class="card flush">
${threadAbove(drawing, ancestors)}
${focalStatus(drawing, entity, parseEntities<EditEntity>(versions))}
</div>
${threadBelow(drawing, replyDepths(entity.id, descendants))}`,
  }
}

function statusHead(app: App, site: string, status: StatusEntity): SafeHtml {
  const { account } = status
  const author = `${nameOf(account)} (@${fullHandle(app.config, account)})`
  const preview: Preview = {
    type: 'article',
    site,
    title: author,
    description: describeStatus(status, DESCRIPTION_LENGTH),
    url: status.url,
    image: pictureOf(status),
    more: [
      ['article:published_time', status.created_at],
      ['article:modified_time', status.edited_at ?? ''],
      ['profile:username', fullHandle(app.config, account)],
      ...recording(status),
    ],
  }
  const { origin } = app.config
  const query = new URLSearchParams({ url: status.url })
  return html`${previewTags(preview)}
<link rel="alternate" type="application/activity+json" href="${status.uri}">
<link rel="alternate" type="application/json+oembed" href="${origin}/api/oembed?${query.toString()}">
${account.noindex && NOINDEX}`
}

/** The first picture, unless the status is sensitive or has a content warning; otherwise the author's avatar. */
function pictureOf({ account, media_attachments, sensitive, spoiler_text }: StatusEntity) {
  const covered = sensitive || spoiler_text !== ''
  const media = covered ? [] : shownMedia(media_attachments).filter((item) => item.preview_url)
  const [first] = media
  if (first === undefined) return { url: account.avatar_static, alt: account.avatar_description }
  const { width, height } = first.meta?.small ?? {}
  return { url: first.preview_url!, alt: first.description, width, height, large: true }
}

function recording({ media_attachments, sensitive, spoiler_text }: StatusEntity) {
  const [first] = shownMedia(media_attachments)
  if (sensitive || spoiler_text !== '' || first === undefined) return []
  if (first.type !== 'video' && first.type !== 'gifv') return []
  const { width = 0, height = 0 } = first.meta?.original ?? {}
  const video = [
    ['og:video', first.url],
    ['og:video:type', 'video/mp4'],
    ['og:video:width', width],
    ['og:video:height', height],
  ] as const
  return video.filter(([, value]) => value !== 0)
}
