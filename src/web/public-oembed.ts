import type { App } from '../app.ts'
import { NotFound } from '../errors.ts'
import { Type } from '../http/schema.ts'
import { normalizeId } from '../ids.ts'
import { settings } from '../instance/settings.ts'
import { type JsonText, toJson } from '../json.ts'
import { html } from '../text/html.ts'
import type { Pages } from './pages.ts'
import { getEmbeddable } from './public-embed.ts'
import type { StatusEntity } from './public-entities.ts'
import { isClosed } from './public-page.ts'
import { describeStatus, nameOf } from './public-text.ts'
import { excerpt } from './public-words.ts'

/** seconds that others may keep what they were told of a status */
const CACHE_AGE = 86_400
/** pixels */
export const DEFAULT_WIDTH = 400
const DEFAULT_HEIGHT = 480
const TITLE_LENGTH = 100

const OEmbedQuery = Type.Object({
  url: Type.Optional(Type.String()),
  maxwidth: Type.Optional(Type.Integer()),
  maxheight: Type.Optional(Type.Integer()),
})

/** Tells other sites how to show a status in a frame. */
export const oEmbedRoutes: Pages = (server, app) => {
  // https://docs.joinmastodon.org/methods/oembed/
  server.get(
    '/api/oembed',
    { config: { scope: 'public', cache: 'page' }, schema: { querystring: OEmbedQuery } },
    async (request) => {
      const { url = '', maxwidth, maxheight } = request.query
      const named = statusIn(app.config.origin, url)
      if (named === null) throw new NotFound()
      const status = await getEmbeddable(app, named.username, named.id)
      return renderOEmbed(app, status, {
        width: positive(maxwidth) ?? DEFAULT_WIDTH,
        height: positive(maxheight),
      })
    },
  )
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

/**
 * @param size pixels; null: as high as it likes
 * @see https://oembed.com/#section2.3
 */
export async function renderOEmbed(
  app: App,
  status: StatusEntity,
  { width, height }: { width: number; height: number | null },
): Promise<JsonText> {
  const { account, url } = status
  const author = nameOf(account)
  const said = (await isClosed(app)) ? '' : excerpt(describeStatus(status), TITLE_LENGTH)
  // without script a frame cannot grow with what is in it, so it scrolls
  const frame = html`<iframe src="${url}/embed" title="A post by ${author}" width="${width}" height="${height ?? DEFAULT_HEIGHT}" frameborder="0" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`
  return toJson({
    type: 'rich',
    version: '1.0',
    title: said === '' ? `A post by ${author}` : `${author}: ${said}`,
    author_name: author,
    author_url: account.url,
    provider_name: (await app.cached.get(settings)).title,
    provider_url: `${app.config.origin}/`,
    cache_age: CACHE_AGE,
    html: frame.html,
    width,
    height,
  })
}
