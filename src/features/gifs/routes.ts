import type { GifConfig } from '../../kernel/base/config.ts'
import { MINUTE } from '../../kernel/base/durations.ts'
import { NotFound } from '../../kernel/base/errors.ts'
import { toJson } from '../../kernel/base/json.ts'
import { createSingleFlightCache } from '../../kernel/cache/single-flight-cache.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { localeOf } from '../../kernel/http/locale.ts'
import { Demanded } from '../../kernel/http/params.ts'
import { spend } from '../../kernel/http/rate-limits/limiter.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { getOwnMedia } from '../media/queries.ts'
import { presentMedia } from '../media/serializer.ts'
import { createProxy } from '../proxy/serve-remote-file.ts'
import { searchGifs } from './ask.ts'
import { previewPath, previewSource } from './previews.ts'
import type { Gif } from './providers/provider.ts'
import { takeGif } from './take.ts'

const PATH = '/api/rookery/v1/gifs'
const MOST = 30
const MOST_KEPT = 200
/** ms */
const LIFETIME = 10 * MINUTE

const SearchQuery = Type.Object({ q: Demanded(Type.String({ maxLength: 100 })) })
const GifParams = Type.Object({ id: Type.String({ pattern: '^[\\w-]{1,64}$' }) })
const PreviewParams = Type.Object({ name: Type.String({ maxLength: 4096 }) })

/** Moving pictures of the provider that the operator has chosen (S-618). */
export const routes: Routes = (server, app) => {
  const search = createSearch(app)
  const answer = createProxy(app)

  server.get(
    PATH,
    { config: { scope: 'read:search' }, schema: { querystring: SearchQuery } },
    async (request) => {
      const config = configOf(app)
      const query = { query: request.query.q.trim().toLowerCase(), language: localeOf(request) }
      const gifs = await search(config, query, () => spend(request, 'on_demand'))
      return toJson(gifs.map((gif) => presentGif(app, gif)))
    },
  )

  server.post(
    `${PATH}/:id`,
    { config: { scope: 'write:media', limits: ['media'] }, schema: { params: GifParams } },
    async (request, reply) => {
      const config = configOf(app)
      const { id: accountId } = viewerOf(request)
      const id = await takeGif(app, config, { accountId, id: request.params.id })
      const media = await getOwnMedia(app.db, accountId, id)
      if (media.state === 'waiting') reply.code(202)
      return presentMedia(app.config, media)
    },
  )

  for (const style of ['', '/static'] as const) {
    server.get(
      `/proxy/gifs/:name${style}`,
      { schema: { params: PreviewParams } },
      async (request, reply) =>
        answer(request, reply, previewSource(app, request.params.name, style !== '')),
    )
  }
}

/** @throws NotFound if the operator has chosen none */
function configOf({ config: { gifs } }: App): GifConfig {
  if (gifs === null) throw new NotFound('This server has no search for GIFs')
  return gifs
}

function presentGif(app: App, { id, description, width, height, preview }: Gif) {
  const path = `${app.config.origin}${previewPath(app, preview)}`
  return { id, description, width, height, preview_url: path, static_url: `${path}/static` }
}

interface Query {
  query: string
  language: string
}

/** Keeps results for a while, as many search for the same. */
function createSearch(app: App) {
  const kept = createSingleFlightCache<Gif[]>({
    most: MOST_KEPT,
    lifetime: () => LIFETIME,
    clock: app.clock,
  })
  /** @param beforeAsking called if nothing is kept; may throw */
  return async (
    config: GifConfig,
    { query, language }: Query,
    beforeAsking: () => Promise<void>,
  ): Promise<Gif[]> => {
    if (query === '') return []
    const key = `${language} ${query}`
    if (!kept.has(key)) await beforeAsking()
    return kept.get(key, () => searchGifs(app, config, { query, language, most: MOST }))
  }
}
