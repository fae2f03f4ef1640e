import type { App } from '../app.ts'
import { NotFound } from '../errors.ts'
import { Id } from '../http/params.ts'
import { Type } from '../http/schema.ts'
import { settings } from '../instance/settings.ts'
import { renderContext } from '../statuses/context.ts'
import { missingStatus } from '../statuses/federation/documents/shown.ts'
import { renderHistory } from '../statuses/history.ts'
import { getVisibleStatus, type StatusRow } from '../statuses/queries.ts'
import { renderStatus } from '../statuses/serializer.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { readerOf } from './client/reader.ts'
import { goTo, type Pages } from './pages.ts'
import { fullHandle } from './public-account-parts.ts'
import { type EditEntity, isLocal, parseEntities, type StatusEntity } from './public-entities.ts'
import { focalStatus } from './public-focal-status.ts'
import { shownMedia } from './public-media.ts'
import { NOINDEX, type Preview, previewTags } from './public-open-graph.ts'
import {
  createEntrance,
  leaveFor,
  type PublicCall,
  showPublicPage,
  showToReader,
  userOf,
} from './public-page.ts'
import { describeStatus, nameOf } from './public-text.ts'
import { replyDepths, threadAbove, threadBelow } from './public-thread.ts'
import { excerpt } from './public-words.ts'

const TITLE_LENGTH = 60

export const StatusParams = Type.Object({ username: Type.String(), id: Id })

/** A status that a page may show to everybody. */
export interface ShownStatus {
  row: StatusRow
  entity: StatusEntity
}

export const statusPages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.get('/@:username/:id', { schema: { params: StatusParams } }, async (request, reply) => {
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
  })
}

/**
 * Somebody who is signed in sees here what is of another server or not for everybody, and boosts where their
 * originals are.
 *
 * @returns null where visitors see the same
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
 * @param username as the address has it, in any case; with its domain if it is of another server
 * @throws NotFound also if it is somebody else's
 * @throws Gone if it was deleted, or its account was
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

/** Where a status is shown: a boost where its original is. */
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
  const said = excerpt(describeStatus(entity), TITLE_LENGTH)
  return {
    title: said === '' ? `A post by ${name}` : `${name}: “${said}”`,
    head: statusHead(app, title, entity),
    uri: entity.uri,
    body: html`<h1 class="visually-hidden">A post by ${name}</h1>
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
    description: describeStatus(status),
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

/** The first picture, unless it is not for everybody's eyes; else the author's. */
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
