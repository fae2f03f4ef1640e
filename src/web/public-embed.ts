import type { App } from '../app.ts'
import { NotFound } from '../errors.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { Type } from '../http/schema.ts'
import { normalizeId } from '../ids.ts'
import { settings } from '../instance/settings.ts'
import { toJson } from '../json.ts'
import { html } from '../text/html.ts'
import { assetPath } from './assets.ts'
import type { Pages } from './pages.ts'
import { isLocal, type StatusEntity } from './public-entities.ts'
import { cacheHeaders, createEntrance } from './public-page.ts'
import { statusItem } from './public-status.ts'
import { getShownStatus, StatusParams } from './public-status-page.ts'
import { describeStatus, nameOf } from './public-text.ts'
import { excerpt } from './public-words.ts'

/** seconds that others may keep what they were told of a status */
const CACHE_AGE = 86_400
/** pixels */
const DEFAULT_WIDTH = 400
const DEFAULT_HEIGHT = 480
const TITLE_LENGTH = 100

const OEmbedQuery = Type.Object({
  url: Type.Optional(Type.String()),
  maxwidth: Type.Optional(Type.Integer()),
  maxheight: Type.Optional(Type.Integer()),
})

/** A status in a frame on other sites, and how they find out how to show it. */
export const embedPages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.get(
    '/@:username/:id/embed',
    { schema: { params: StatusParams } },
    async (request, reply) => {
      await entrance.checkReader(request, reply)
      const { username, id } = request.params
      const { entity } = await getShownStatus(app, username, id)
      if (!isLocal(entity.account) || entity.reblog !== null) throw new NotFound()
      const { title } = await app.cached.get(settings)
      pageHeaders(reply, { embeddable: true })
      await cacheHeaders(app, { reply, visitor: null })
      return reply.send(drawEmbed(app, title, entity))
    },
  )

  // https://docs.joinmastodon.org/methods/oembed/
  server.get(
    '/api/oembed',
    { config: { scope: 'public', cache: 'page' }, schema: { querystring: OEmbedQuery } },
    async (request) => {
      const { url = '', maxwidth, maxheight } = request.query
      const named = statusIn(app.config.origin, url)
      if (named === null) throw new NotFound()
      const { entity } = await getShownStatus(app, named.username, named.id)
      if (!isLocal(entity.account) || entity.reblog !== null) throw new NotFound()
      const size = { width: positive(maxwidth) ?? DEFAULT_WIDTH, height: positive(maxheight) }
      const { title: server } = await app.cached.get(settings)
      return presentOEmbed(app, server, entity, size)
    },
  )
}

function drawEmbed(app: App, server: string, status: StatusEntity): string {
  const { account } = status
  const document = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Post by ${nameOf(account)}</title>
<link rel="stylesheet" href="${assetPath('styles.css')}">
<base target="_blank">
</head>
<body class="embed">
<main>
<h1 class="visually-hidden">Post by ${nameOf(account)}</h1>
${statusItem({ config: app.config, now: app.clock() }, status)}
<p class="embed-foot small"><a href="${status.url}">Read it on ${server}</a></p>
</main>
</body>
</html>`
  return `<!doctype html>\n${document.html}`
}

/** What an address of ours names: a status's page or its federation id; null for anything else. */
function statusIn(origin: string, address: string): { username: string; id: string } | null {
  const url = URL.parse(address)
  if (url === null || url.host !== new URL(origin).host) return null
  const path = /^\/(?:@([^/]+)|users\/([^/]+)\/statuses)\/(\d+)\/?$/.exec(url.pathname)
  const id = normalizeId(path?.[3] ?? '')
  return id === null ? null : { username: path?.[1] ?? path?.[2] ?? '', id }
}

function positive(value: number | undefined): number | null {
  return value !== undefined && value > 0 ? value : null
}

/** @see https://oembed.com/#section2.3 */
function presentOEmbed(
  app: App,
  server: string,
  status: StatusEntity,
  { width, height }: { width: number; height: number | null },
) {
  const { account, url } = status
  const author = nameOf(account)
  // without script a frame cannot grow with what is in it, so it scrolls
  const frame = html`<iframe src="${url}/embed" title="A post by ${author}" width="${width}" height="${height ?? DEFAULT_HEIGHT}" frameborder="0" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`
  return toJson({
    type: 'rich',
    version: '1.0',
    title: closed ? `A post by ${author}` : titleOf(author, status),
    author_name: author,
    author_url: account.url,
    provider_name: server,
    provider_url: `${app.config.origin}/`,
    cache_age: CACHE_AGE,
    html: frame.html,
    width,
    height,
  })
}
