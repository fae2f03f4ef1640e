import type { App } from '../app.ts'
import type { TranslationConfig } from '../config.ts'
import type { TranslatedBody } from '../db/schema.ts'
import { Forbidden, NotFound } from '../errors.ts'
import { viewerOf } from '../http/auth.ts'
import { localeOf } from '../http/locale.ts'
import { IdParams } from '../http/params.ts'
import { spend } from '../http/rate-limits/limiter.ts'
import type { Routes } from '../http/routes.ts'
import { Type } from '../http/schema.ts'
import { recent } from '../instance/recent.ts'
import { toJson } from '../json.ts'
import { getVisibleOriginal, type StatusRow } from '../statuses/queries.ts'
import type { TranslationBackend } from './backends/backend.ts'
import { createDeepl } from './backends/deepl.ts'
import { createLibreTranslate } from './backends/libretranslate.ts'
import { findTranslation, keepTranslation } from './cache.ts'
import { findPair } from './languages.ts'
import { translateStatus } from './translate.ts'

/** ms */
const LANGUAGES_LIFETIME = 7 * 24 * 3_600_000
const TranslateBody = Type.Object({ lang: Type.Optional(Type.String()) })

export const routes: Routes = (server, app) => {
  const { translation } = app.config
  const translator = translation === null ? null : createTranslator(app, backendOf(translation))

  server.get(
    '/api/v1/instance/translation_languages',
    { config: { scope: 'public', cache: 'document' } },
    async () => toJson(translator === null ? {} : Object.fromEntries(await translator.languages())),
  )

  // https://docs.joinmastodon.org/methods/statuses/#translate
  server.post(
    '/api/v1/statuses/:id/translate',
    {
      config: { scope: 'read:statuses' },
      schema: { params: IdParams, body: TranslateBody },
    },
    async (request) => {
      const status = await getVisibleOriginal(app.db, viewerOf(request).id, request.params.id)
      // nobody but whom it is for reads it, and the backend is somebody else
      if (status.visibility !== 'public' && status.visibility !== 'unlisted') throw new Forbidden()
      if (translator === null) throw new NotFound('This server does not translate')
      const lang = request.body.lang?.trim() || localeOf(request)
      return toJson(await translator.translate(status, lang, () => spend(request, 'on_demand')))
    },
  )
}

function backendOf(config: TranslationConfig): TranslationBackend {
  return config.backend === 'deepl' ? createDeepl(config) : createLibreTranslate(config)
}

/** Translates what is not kept; many who ask for the same at once wait for one request. */
function createTranslator(app: App, backend: TranslationBackend) {
  const languages = recent(app.clock, LANGUAGES_LIFETIME, () => backend.languages())
  const underWay = new Map<string, Promise<TranslatedBody>>()
  return {
    languages: () => languages.get(),
    /**
     * @param beforeAsking called where it is not kept; may throw
     * @throws Forbidden for languages that the backend cannot do (S-355)
     */
    async translate(status: StatusRow, lang: string, beforeAsking: () => void) {
      const pair = findPair(await languages.get(), status.language, lang)
      if (pair === null) throw new Forbidden('This post cannot be translated to that language')
      const { id: statusId, version } = status
      const key = { statusId, version, language: pair.target }
      const kept = await findTranslation(app.db, key)
      if (kept === null) beforeAsking()
      const body = kept ?? (await once(`${statusId} ${version} ${pair.target}`, work))
      return { ...body, language: pair.target }

      async function work(): Promise<TranslatedBody> {
        const made = await translateStatus(app, backend, status, pair!)
        await app.transact((tx) => keepTranslation(tx, key, made))
        return made
      }
    },
  }

  function once(name: string, work: () => Promise<TranslatedBody>): Promise<TranslatedBody> {
    const running = underWay.get(name)
    if (running !== undefined) return running
    const mine = work().finally(() => underWay.delete(name))
    underWay.set(name, mine)
    return mine
  }
}
