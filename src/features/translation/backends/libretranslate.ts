import type { TranslationConfig } from '../../../kernel/base/config.ts'
import { callBackend, unavailable } from '../client.ts'
import {
  type LanguagePairs,
  normalCode,
  type TranslationBackend,
  UNKNOWN_LANGUAGE,
} from './backend.ts'

/** status for a key with an exhausted quota */
const QUOTA_EXCEEDED = 403

/** @see https://docs.libretranslate.com/guides/api_usage/ */
export function createLibreTranslate(config: TranslationConfig): TranslationBackend {
  /** the server's codes, by our code */
  let codes: ReadonlyMap<string, string> = new Map()
  const codeOf = (language: string) => codes.get(language) ?? language
  return {
    provider: 'LibreTranslate',
    async translate(texts, source, target) {
      const reply = await callBackend(config, {
        path: '/translate',
        quotaStatus: QUOTA_EXCEEDED,
        body: {
          q: texts,
          source: source === null ? 'auto' : codeOf(source),
          target: codeOf(target),
          format: 'html',
          ...(config.key === null ? {} : { api_key: config.key }),
        },
      })
      return readTranslation(reply, texts.length)
    },
    async languages() {
      const listed = readLanguages(
        await callBackend(config, { path: '/languages', quotaStatus: QUOTA_EXCEEDED }),
      )
      codes = new Map(listed.map(({ code }) => [normalCode(code), code]))
      return pairsOf(listed)
    },
  }
}

function readTranslation(reply: unknown, count: number) {
  const { translatedText, detectedLanguage } = (reply ?? {}) as Record<string, unknown>
  const texts = Array.isArray(translatedText) ? translatedText : [translatedText]
  if (texts.length !== count || !texts.every((text) => typeof text === 'string')) {
    throw unavailable(new Error('it sent no translations'))
  }
  const [first] = Array.isArray(detectedLanguage) ? detectedLanguage : [detectedLanguage]
  const language: unknown = first?.language
  return { texts, detectedLanguage: typeof language === 'string' ? normalCode(language) : null }
}

function readLanguages(reply: unknown): { code: string; targets: string[] }[] {
  if (!Array.isArray(reply)) throw unavailable(new Error('it sent no languages'))
  return reply.flatMap((item) => {
    const targets: unknown[] = Array.isArray(item?.targets) ? item.targets : []
    if (typeof item?.code !== 'string') return []
    return [{ code: item.code, targets: targets.filter((code) => typeof code === 'string') }]
  })
}

function pairsOf(listed: { code: string; targets: string[] }[]): LanguagePairs {
  const pairs = new Map<string, string[]>()
  const all = new Set<string>()
  for (const { code, targets } of listed) {
    const source = normalCode(code)
    const others = targets.map(normalCode).filter((target) => target !== source)
    pairs.set(source, others)
    for (const target of others) all.add(target)
  }
  return pairs.set(UNKNOWN_LANGUAGE, [...all].sort())
}
