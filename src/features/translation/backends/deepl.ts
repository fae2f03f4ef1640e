import type { TranslationConfig } from '../../../kernel/base/config.ts'
import { callBackend, unavailable } from '../client.ts'
import {
  normalCode,
  type Translated,
  type TranslationBackend,
  UNKNOWN_LANGUAGE,
} from './backend.ts'

/** maximum of texts per request */
const MOST_TEXTS = 50
/** @see https://developers.deepl.com/docs/best-practices/error-handling */
const QUOTA_EXCEEDED = 456
/** Accepted as targets for older clients, but not listed. */
const UNLISTED_TARGETS = ['en', 'pt']

/** @see https://developers.deepl.com/api-reference/translate */
export function createDeepl(config: TranslationConfig): TranslationBackend {
  const access = {
    headers: { authorization: `DeepL-Auth-Key ${config.key}` },
    quotaStatus: QUOTA_EXCEEDED,
  }
  const ask = async (
    texts: readonly string[],
    source: string | null,
    target: string,
  ): Promise<Translated> => {
    const body = {
      text: texts,
      target_lang: target.toUpperCase(),
      // DeepL's source languages have no regions
      ...(source === null ? {} : { source_lang: source.split('-')[0]?.toUpperCase() }),
      tag_handling: 'html',
    }
    const reply = await callBackend(config, { path: '/v2/translate', body, ...access })
    return readTranslation(reply, texts.length)
  }
  const list = async (type: 'source' | 'target') =>
    readLanguages(await callBackend(config, { path: `/v2/languages?type=${type}`, ...access }))
  return {
    provider: 'DeepL.com',
    async translate(texts, source, target) {
      const done: Translated = { texts: [], detectedLanguage: null }
      for (let at = 0; at < texts.length; at += MOST_TEXTS) {
        const part = await ask(texts.slice(at, at + MOST_TEXTS), source, target)
        done.texts.push(...part.texts)
        done.detectedLanguage ??= part.detectedLanguage
      }
      return done
    },
    async languages() {
      const [sources, listed] = [await list('source'), await list('target')]
      const targets = [...new Set([...listed, ...UNLISTED_TARGETS])].sort()
      const pairs = sources.map((source) => {
        return [source, targets.filter((target) => target !== source)] as const
      })
      return new Map([...pairs, [UNKNOWN_LANGUAGE, targets]])
    },
  }
}

function readTranslation(reply: unknown, count: number): Translated {
  const { translations } = (reply ?? {}) as { translations?: unknown }
  const list: Record<string, unknown>[] = Array.isArray(translations) ? translations : []
  const texts = list.map((item) => item?.text).filter((text) => typeof text === 'string')
  if (texts.length !== count) throw unavailable(new Error('it sent no translations'))
  const language = list[0]?.detected_source_language
  return { texts, detectedLanguage: typeof language === 'string' ? normalCode(language) : null }
}

function readLanguages(reply: unknown): string[] {
  if (!Array.isArray(reply)) throw unavailable(new Error('it sent no languages'))
  return reply.flatMap((item) =>
    typeof item?.language === 'string' ? [normalCode(item.language)] : [],
  )
}
