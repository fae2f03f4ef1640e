import { ENGLISH_WORDS, inWords } from '../../../kernel/text/messages.ts'
import { SETTING_DESCRIPTIONS } from '../../instance/setting-descriptions.ts'
import type { SettingName } from '../../instance/settings.ts'

type Kind = (typeof SETTING_DESCRIPTIONS)[SettingName]['kind']

const SHAPES: Record<Kind | 'choice', Readonly<Record<string, unknown>>> = {
  switch: { type: 'boolean' },
  number: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
  bytes: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
  languages: { type: 'array', items: { type: 'string' } },
  handles: { type: 'array', items: { type: 'string' } },
  collections: { type: 'array', items: { type: 'string' } },
  text: { type: 'string' },
  multiline: { type: 'string' },
  colour: { type: 'string' },
  choice: { type: 'string' },
  styles: { type: 'string' },
  document: { type: 'string' },
  picture: { type: 'string', format: 'binary' },
}

/** The value of a setting as JSON Schema. */
export function settingShape(name: SettingName): Readonly<Record<string, unknown>> {
  const { kind, choices, description } = SETTING_DESCRIPTIONS[name]
  const few = choices === undefined ? {} : { enum: choices }
  return { ...SHAPES[kind], ...few, description: inWords(description, ENGLISH_WORDS) }
}
