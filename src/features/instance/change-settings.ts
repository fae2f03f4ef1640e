import type { Tx } from '../../kernel/core/tx.ts'
import type { TextSettingName } from './setting-values.ts'
import { changeSetting, type Document, loadSettings, type Settings } from './settings.ts'

/** New values, checked by `readSetting`. */
export type SettingChanges = Partial<Pick<Settings, TextSettingName>>

/** A setting whose value changed. */
export interface ChangedSetting<Name extends TextSettingName = TextSettingName> {
  name: Name
  from: Settings[Name]
  to: Settings[Name]
}

/**
 * Changes several settings. Unchanged ones stay, including the date of documents.
 * @returns the changed settings
 */
export async function changeSettings(tx: Tx, changes: SettingChanges): Promise<ChangedSetting[]> {
  const before = await loadSettings(tx.db)
  const changed: ChangedSetting[] = []
  for (const name of Object.keys(changes) as TextSettingName[]) {
    const [from, to] = [before[name], changes[name]!]
    if (comparable(from) === comparable(to)) continue
    await changeSetting(tx, name, to)
    changed.push({ name, from, to })
  }
  return changed
}

function comparable(value: Settings[TextSettingName]): string {
  return JSON.stringify(isDocument(value) ? value.content : value)
}

export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && 'content' in value
}

/** Changes for the audit log (S-205); for documents only their length, as they may be long. */
export function settingsAudit(changed: readonly ChangedSetting[]) {
  const label = changed.map(({ name }) => name).join(', ')
  const changes = changed.map(({ name, from, to }) => ({ name, from: brief(from), to: brief(to) }))
  return { action: 'update', target: { type: 'setting', id: null, label }, details: { changes } }
}

function brief(value: unknown): unknown {
  return isDocument(value) ? { characters: value.content.length } : value
}
