import { settings } from '../../../features/instance/settings.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import { normalizeId } from '../../../kernel/base/ids.ts'
import { type JsonText, toJson } from '../../../kernel/base/json.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { App } from '../../../kernel/core/app.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { wordsFor } from '../../../kernel/text/catalogues.ts'
import { html, renderHtml } from '../../../kernel/text/html.ts'
import { inWords, t } from '../../../kernel/text/messages.ts'
import type { Pages } from '../pages.ts'
import { getEmbeddable } from './embed.ts'
import type { StatusEntity } from './entities.ts'
import { isClosed } from './page.ts'
import { describeStatus, nameOf } from './text.ts'

/** seconds for which other sites may cache the response */
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

/** Tells other sites how to embed a status in an iframe. */
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

/** The status of an address of this server, which is its page or its federation id; null for other addresses. */
function statusIn(origin: string, address: string): { username: string; id: string } | null {
  const url = parseUrl(address)
  if (url === null || url.host !== new URL(origin).host) return null
  const path = /^\/(?:@([^/]+)|users\/([^/]+)\/statuses)\/(\d+)\/?$/.exec(url.pathname)
  const id = normalizeId(path?.[3] ?? '')
  return id === null ? null : { username: path?.[1] ?? path?.[2] ?? '', id }
}

function positive(value: number | undefined): number | null {
  return value !== undefined && value > 0 ? value : null
}

/**
 * @param size pixels; a null height sets the default height of the frame and none in the response
 * @see https://oembed.com/#section2.3
 */
export async function renderOEmbed(
  app: App,
  status: StatusEntity,
  { width, height }: { width: number; height: number | null },
): Promise<JsonText> {
  const { account, url } = status
  const author = nameOf(account)
  const title = t('A post by {author}', { author })
  const { title: server, languages } = await app.cached.get(settings)
  // shown to nobody that we know
  const words = wordsFor(...languages)
  const said = (await isClosed(app)) ? '' : inWords(describeStatus(status, TITLE_LENGTH), words)
  // without script an iframe cannot grow with its content, so it scrolls
  const frame = html`<iframe src="${url}/embed" title="${title}" width="${width}" height="${height ?? DEFAULT_HEIGHT}" frameborder="0" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`
  return toJson({
    type: 'rich',
    version: '1.0',
    title: said === '' ? inWords(title, words) : `${author}: ${said}`,
    author_name: author,
    author_url: account.url,
    provider_name: server,
    provider_url: `${app.config.origin}/`,
    cache_age: CACHE_AGE,
    html: renderHtml(frame, words),
    width,
    height,
  })
}
