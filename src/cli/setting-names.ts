import {
  isTextSetting,
  TEXT_SETTINGS,
  type TextSettingName,
} from '../features/instance/setting-values.ts'
import type { SettingName } from '../features/instance/settings.ts'
import { CommandError } from './command.ts'

/** The names of `rookery settings`: the settings, two of them pictures, and the rules (lines). */
export type Named = SettingName | 'rules'

const SHORT: Record<string, TextSettingName> = {
  registrations: 'registrations.mode',
  confirm_email: 'registrations.confirm_email',
  reason_required: 'registrations.reason_required',
  min_age: 'registrations.min_age',
}

export const ALL_NAMES: readonly Named[] = [...TEXT_SETTINGS, 'banner', 'icon', 'rules']

/** @throws CommandError if there is no such setting */
export function settingName(text: string): Named {
  const name = SHORT[text] ?? text
  if (name === 'banner' || name === 'icon' || name === 'rules' || isTextSetting(name)) return name
  throw new CommandError(`There is no setting named ${text}; rookery settings get lists them`)
}
