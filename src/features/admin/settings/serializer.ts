import type { Config } from '../../../kernel/base/config.ts'
import { isoTime, type JsonText, toJson } from '../../../kernel/base/json.ts'
import { inWords, type Words } from '../../../kernel/text/messages.ts'
import { isDocument } from '../../instance/change-settings.ts'
import { presentIconSizes, presentUploadedBanner } from '../../instance/instance-document.ts'
import { SETTING_DESCRIPTIONS } from '../../instance/setting-descriptions.ts'
import { DEFAULT_SETTINGS, type SettingName, type Settings } from '../../instance/settings.ts'

/** Every setting by its name; documents with their date, pictures with their URLs. */
export function presentSettings(config: Config, settings: Settings): JsonText {
  const names = Object.keys(SETTING_DESCRIPTIONS) as SettingName[]
  return toJson(Object.fromEntries(names.map((name) => [name, present(config, settings, name)])))
}

function present(config: Config, settings: Settings, name: SettingName): unknown {
  const { banner, icon } = settings
  if (name === 'banner') return banner === null ? null : presentUploadedBanner(config, banner)
  if (name === 'icon') return icon === null ? null : { sizes: presentIconSizes(config, icon) }
  const value = settings[name]
  if (!isDocument(value)) return value
  const { content, updated_at } = value
  return { content, updated_at: updated_at === null ? null : isoTime(updated_at) }
}

/** Descriptions of all settings, for forms. */
export function presentSchema(words: Words): JsonText {
  const names = Object.keys(SETTING_DESCRIPTIONS) as SettingName[]
  return toJson({
    settings: names.map((name) => {
      const { group, kind, choices, description } = SETTING_DESCRIPTIONS[name]
      const offered = choices === undefined ? {} : { choices }
      return {
        name,
        group,
        kind,
        ...offered,
        default: DEFAULT_SETTINGS[name],
        description: inWords(description, words),
      }
    }),
  })
}
