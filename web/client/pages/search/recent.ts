import { signal } from '@preact/signals'
import { viewer } from '../../../shared/session.ts'

/** of this person alone, as others may use the browser, too */
const STORED = `rookery.searches.${viewer?.account_id ?? ''}`
const MOST = 8

/** Recent searches in this browser, the newest first. */
export const recentSearches = signal<readonly string[]>(read())

export function rememberSearch(text: string): void {
  keep([text, ...recentSearches.peek().filter((one) => one !== text)].slice(0, MOST))
}

export const forgetSearches = (): void => keep([])

function keep(texts: readonly string[]): void {
  recentSearches.value = texts
  try {
    localStorage.setItem(STORED, JSON.stringify(texts))
  } catch {
    // a browser that keeps nothing
  }
}

function read(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
