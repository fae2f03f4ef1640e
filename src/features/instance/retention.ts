import { DAY } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import { loadSettings, type Settings } from './settings.ts'

type Retained = {
  [Name in keyof Settings]: Name extends `retention.${string}` ? Name : never
}[keyof Settings]

/**
 * The limit of age that the operator set for retained data.
 * @returns ms since 1970, before which data are removed; null: retained for ever
 */
export async function keptSince(app: App, name: Retained): Promise<number | null> {
  const { [name]: days } = await loadSettings(app.db)
  return days === 0 ? null : app.clock() - days * DAY
}
