import { languages, languageName as nameIn } from '../../../src/kernel/text/languages.ts'
import { language as spoken } from '../../shared/i18n.ts'
import { me } from '../../shared/session.ts'
import { preferences } from '../state/server.ts'

const MOST_RECENT = 5
const recentKey = () => `rookery.languages.${me.account_id}`

/** Languages that the person wrote in lately, latest first. */
export function recentLanguages(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(recentKey()) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function rememberLanguage(code: string): void {
  const recent = [code, ...recentLanguages().filter((one) => one !== code)]
  try {
    localStorage.setItem(recentKey(), JSON.stringify(recent.slice(0, MOST_RECENT)))
  } catch {
    // only a convenience
  }
}

/** Language of a post if none is chosen. */
export function defaultLanguage(): string {
  const chosen = preferences.value?.['posting:default:language']
  return chosen ?? spoken().split('-')[0] ?? 'en'
}

export interface LanguageName {
  code: string
  /** in the language that the client speaks */
  name: string
  /** in the language itself */
  own: string
}

/** A name of a language, by the browser; in English where that knows none. */
export function languageName(code: string): LanguageName {
  return { code, name: nameIn(code, spoken()), own: nameIn(code, code) }
}

/** All that a post can be in: used lately first, then by name. */
export function languageChoices(): { recent: LanguageName[]; others: LanguageName[] } {
  const codes = [...new Set([...recentLanguages(), defaultLanguage()])]
  const others = languages.filter(({ code }) => !codes.includes(code))
  const named = others.map(({ code }) => languageName(code))
  named.sort((a, b) => a.name.localeCompare(b.name, spoken()))
  return { recent: codes.map(languageName), others: named }
}
