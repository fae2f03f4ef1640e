import type { App } from '../app.ts'
import { loadSettings, type Settings } from './settings.ts'

const DAY = 86_400_000

type Retained = {
  [Name in keyof Settings]: Name extends `retention.${string}` ? Name : never
}[keyof Settings]

/**
 * Before when something is let go of, as the operator set it.
 * @returns ms since 1970; null where it is kept for ever
 */
export async function keptSince(app: App, name: Retained): Promise<number | null> {
  const { [name]: days } = await loadSettings(app.db)
  return days === 0 ? null : app.clock() - days * DAY
}
