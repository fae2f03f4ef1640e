import type { TranslationConfig } from '../../kernel/base/config.ts'
import { WEEK } from '../../kernel/base/durations.ts'
import { Forbidden, NotFound } from '../../kernel/base/errors.ts'
import { toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { isForAll } from '../../kernel/core/audience-rules.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { localeOf } from '../../kernel/http/locale.ts'
import { IdParams } from '../../kernel/http/params.ts'
import { spend } from '../../kernel/http/rate-limits/limiter.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { recent } from '../instance/periodic-value.ts'
import { getVisibleOriginal, type StatusRow } from '../statuses/queries.ts'
import type { TranslationBackend } from './backends/backend.ts'
import { createDeepl } from './backends/deepl.ts'
import { createLibreTranslate } from './backends/libretranslate.ts'
import { cacheTranslation, findTranslation } from './cache.ts'
import { findPair } from './languages.ts'
import type { TranslatedBody } from './tables.ts'
import { translateStatus } from './translate.ts'

/** ms */
const LANGUAGES_LIFETIME = WEEK
const TranslateBody = Type.Object({ lang: Type.Optional(Type.String()) })

export const routes: Routes = (server, app) => {
  const { translation } = app.config
  const translator = translation === null ? null : createTranslator(app, backendOf(translation))

  server.get(
    '/api/v1/instance/translation_languages',
    { config: { scope: 'public', cache: 'document', byWriter: true } },
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
      // private statuses are not sent to the backend, which belongs to a third party
      if (!isForAll(status)) throw new Forbidden()
      if (translator === null) throw new NotFound('This server does not translate')
      const lang = request.body.lang?.trim() || localeOf(request)
      return toJson(await translator.translate(status, lang, () => spend(request, 'on_demand')))
    },
  )
}

function backendOf(config: TranslationConfig): TranslationBackend {
  return config.backend === 'deepl' ? createDeepl(config) : createLibreTranslate(config)
}

/**
 * Translates statuses that are not cached; concurrent requests for the same one share one
 * translation.
 */
function createTranslator(app: App, backend: TranslationBackend) {
  const languages = recent(app.clock, LANGUAGES_LIFETIME, () => backend.languages())
  const underWay = new Map<string, Promise<TranslatedBody>>()
  return {
    languages: () => languages.get(),
    /**
     * @param beforeAsking called if it is not cached; may throw
     * @throws Forbidden for languages that the backend does not support (S-355)
     */
    async translate(status: StatusRow, lang: string, beforeAsking: () => Promise<void>) {
      const pair = findPair(await languages.get(), status.language, lang)
      if (pair === null) throw new Forbidden('This post cannot be translated to that language')
      const { id: statusId, version } = status
      const key = { statusId, version, language: pair.target }
      const kept = await findTranslation(app.db, key)
      if (kept === null) await beforeAsking()
      const body = kept ?? (await once(`${statusId} ${version} ${pair.target}`, work))
      return { ...body, language: pair.target }

      async function work(): Promise<TranslatedBody> {
        // another request may have ended between the look above and this one's begin
        const meanwhile = await findTranslation(app.db, key)
        if (meanwhile !== null) return meanwhile
        const made = await translateStatus(app, backend, status, pair!)
        await app.transact((tx) => cacheTranslation(tx, key, made))
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
