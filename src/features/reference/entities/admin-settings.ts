import { type TSchema, Type } from '../../../kernel/http/schema.ts'
import { STEPS } from '../../admin/setup/steps.ts'
import { SETTING_DESCRIPTIONS, type SettingKind } from '../../instance/setting-descriptions.ts'
import type { SettingName } from '../../instance/settings.ts'
import {
  closed,
  count,
  day,
  flag,
  id,
  listOf,
  nullable,
  oneOf,
  optional,
  text,
  time,
  url,
} from './kinds.ts'

const KINDS: Record<Exclude<SettingKind, 'choice' | 'picture'>, TSchema> = {
  text,
  multiline: text,
  colour: text,
  document: closed({ content: text, updated_at: nullable(time) }),
  styles: closed({ content: text, updated_at: nullable(time) }),
  switch: flag,
  number: count,
  bytes: count,
  languages: listOf(text),
  handles: listOf(text),
  collections: listOf(id),
}
const PICTURES: Partial<Record<SettingName, TSchema>> = {
  banner: nullable(
    closed({
      url,
      versions: closed({ '@1x': url, '@2x': url }),
      blurhash: text,
      description: text,
    }),
  ),
  icon: nullable(
    closed({ sizes: listOf(closed({ src: url, size: Type.String({ pattern: '^\\d+x\\d+$' }) })) }),
  ),
}

function schemaOf(name: SettingName): TSchema {
  const { kind, choices } = SETTING_DESCRIPTIONS[name]
  if (kind === 'picture') return PICTURES[name]!
  return kind === 'choice' ? oneOf(...(choices as readonly string[])) : KINDS[kind]
}

const names = Object.keys(SETTING_DESCRIPTIONS) as SettingName[]

/** The settings of the running server, for the staff. */
export const adminSettingsEntities = {
  'Admin::Settings': closed(Object.fromEntries(names.map((name) => [name, schemaOf(name)]))),
  'Admin::Setup': closed({
    steps: listOf(closed({ name: oneOf(...STEPS), done: flag, hidden: flag })),
    mail_host: nullable(text),
    mail_tested_at: nullable(time),
    backup_at: nullable(time),
  }),
  'Admin::TestMail': closed({
    to: text,
    delivered: oneOf('mail_server', 'file'),
    mail_host: nullable(text),
  }),
  'Admin::TermsOfService': closed({
    id,
    effective_date: day,
    effective: flag,
    content: text,
    notified_at: nullable(time),
    created_at: time,
  }),
  'Admin::SettingsSchema': closed({
    settings: listOf(
      closed({
        name: text,
        group: text,
        kind: oneOf(...Object.keys(KINDS), 'choice', 'picture'),
        choices: optional(listOf(text)),
        default: Type.Unknown(),
        description: text,
      }),
    ),
  }),
}
