import { frameOf, type OEmbed } from '../../../features/statuses/cards/describe.ts'
import { fetchEmbed } from '../../../features/statuses/cards/fetch.ts'
import { renderStatus } from '../../../features/statuses/read/serializer.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import { type JsonText, toJson } from '../../../kernel/base/json.ts'
import { createSingleFlightCache } from '../../../kernel/cache/single-flight-cache.ts'
import type { App } from '../../../kernel/core/app.ts'
import { isForAll } from '../../../kernel/core/audience-rules.ts'
import { IdParams } from '../../../kernel/http/params.ts'
import { spend } from '../../../kernel/http/rate-limits/limiter.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import type { Pages } from '../pages.ts'
import { isLocal, type StatusEntity } from './entities.ts'
import { DEFAULT_WIDTH, renderOEmbed } from './oembed.ts'

const CACHE_AGE = 86_400
const MOST_TEXT = 200
/** cache of remote embed codes: its entries, and ms for a result and for none */
const MOST_KEPT = 500
const LIFETIME = CACHE_AGE * 1000
const LIFETIME_OF_NONE = 600_000

/**
 * Gives the web client the embed code of a status: of a local status to anybody, of a remote one, which its server
 * provides, to signed-in users.
 */
export const webEmbedRoutes: Pages = (server, app) => {
  const foreign = createSingleFlightCache<JsonText | null>({
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
      const shared = isForAll(status)
      if (!shared || status.reblog !== null) throw new NotFound()
      if (isLocal(status.account)) {
        return renderOEmbed(app, status, { width: DEFAULT_WIDTH, height: null })
      }
      if (viewer === null) throw new NotFound()
      if (!isAuthors(status)) throw new NotFound()
      // the author is part of the key: an account that claims a foreign address gets no cached result of that address
      const key = `${status.account.uri} ${status.url}`
      if (!foreign.has(key)) await spend(request, 'on_demand')
      const embed = await foreign.get(key, () => renderForeign(app, status))
      if (embed === null) throw new NotFound()
      return embed
    },
  )
}

/** Whether the status's address is at the origin of its author (A59): this server fetches no other address for it. */
function isAuthors({ url, account }: StatusEntity): boolean {
  return sameOrigin(url, account.uri) || sameOrigin(url, account.url)
}

/** @returns null if its server provides no embed code */
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
