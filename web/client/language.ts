import { type Catalogue, speak } from '../shared/i18n.ts'
import { webSetting } from './state/web-settings.ts'

/** Languages that the client speaks, each in its own words; English is in the code. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  ar: 'العربية',
  ja: '日本語',
}

const RIGHT_TO_LEFT = new Set(['ar'])
const catalogues = import.meta.glob<{ messages: Catalogue }>('../locales/*.ts')

/** Speaks what the person chose, or the first of the browser's languages that there is; else English. */
export async function chooseLanguage(): Promise<void> {
  const chosen = webSetting('language').peek()
  const wanted = [chosen, ...navigator.languages].map((tag) => tag.split('-')[0] ?? '')
  const tag = wanted.find((one) => Object.hasOwn(LANGUAGES, one)) ?? 'en'
  const load = catalogues[`../locales/${tag}.ts`]
  // without its catalogue the client still works, in English
  const messages = await load?.().then(
    (module) => module.messages,
    () => null,
  )
  if (messages === undefined || messages === null) return
  speak(tag, messages)
  document.documentElement.lang = tag
  document.documentElement.dir = RIGHT_TO_LEFT.has(tag) ? 'rtl' : 'ltr'
}
