import type { App } from '../app.ts'
import { NotFound } from '../errors.ts'
import { IdParams } from '../http/params.ts'
import { spend } from '../http/rate-limits/limiter.ts'
import { type JsonText, toJson } from '../json.ts'
import { sameOrigin } from '../net/origin.ts'
import { createOnDemand } from '../on-demand.ts'
import { frameOf, type OEmbed } from '../statuses/cards/describe.ts'
import { fetchEmbed } from '../statuses/cards/fetch.ts'
import { renderStatus } from '../statuses/serializer.ts'
import type { Pages } from './pages.ts'
import { isLocal, type StatusEntity } from './public-entities.ts'
import { DEFAULT_WIDTH, renderOEmbed } from './public-oembed.ts'

const CACHE_AGE = 86_400
const MOST_TEXT = 200
/** how other servers show their statuses: how many are kept, and ms for one and for none */
const MOST_KEPT = 500
const LIFETIME = CACHE_AGE * 1000
const LIFETIME_OF_NONE = 600_000

/**
 * Tells the web client how other sites show a status: one of ours to anybody, one of another server, which
 * is asked, to those who are signed in.
 */
export const webEmbedRoutes: Pages = (server, app) => {
  const foreign = createOnDemand<JsonText | null>({
    most: MOST_KEPT,
    lifetime: (embed) => (embed === null ? LIFETIME_OF_NONE : LIFETIME),
    clock: app.clock,
  })
  server.get(
    '/api/web/embeds/:id',
    { config: { scope: 'public' }, schema: { params: IdParams } },
    async (request) => {
      const viewer = request.auth?.user ?? null
      const text = await renderStatus(app, viewer, request.params.id)
      const status: StatusEntity = JSON.parse(text)
      const shared = status.visibility === 'public' || status.visibility === 'unlisted'
      if (!shared || status.reblog !== null) throw new NotFound()
      if (isLocal(status.account)) {
        return renderOEmbed(app, status, { width: DEFAULT_WIDTH, height: null })
      }
      if (viewer === null) throw new NotFound()
      if (!isAuthors(status)) throw new NotFound()
      // statuses of one address are of one author: another says so at the address itself
      const key = `${status.account.uri} ${status.url}`
      if (!foreign.has(key)) spend(request, 'on_demand')
      const embed = await foreign.get(key, () => renderForeign(app, status))
      if (embed === null) throw new NotFound()
      return embed
    },
  )
}

/** An address counts only at the origin of its author (A59): anything else would be asked in their name. */
function isAuthors({ url, account }: StatusEntity): boolean {
  return sameOrigin(url, account.uri) || sameOrigin(url, account.url)
}

/** @returns null if its server does not say how it is shown */
async function renderForeign(app: App, { url, account }: StatusEntity): Promise<JsonText | null> {
  const said = await fetchEmbed(app, url)
  const frame = said === null ? null : frameOf(said)
  if (said === null || frame === null) return null
  return toJson({
    type: 'rich',
    version: '1.0',
    title: textIn(said, 'title'),
    author_name: textIn(said, 'author_name'),
    author_url: account.url,
    provider_name: textIn(said, 'provider_name'),
    provider_url: `${new URL(url).origin}/`,
    cache_age: CACHE_AGE,
    html: frame.html,
    width: frame.width,
    height: null,
  })
}

function textIn(said: OEmbed, name: string): string {
  const value = said[name]
  return typeof value === 'string' ? value.slice(0, MOST_TEXT) : ''
}
