export interface Document {
  content: string
  updated_at: string | null
}

export interface Banner {
  url: string
  versions: Record<string, string>
  description: string
}

export interface Icon {
  sizes: { src: string; size: string }[]
}

export type SettingValue = string | number | boolean | string[] | Document | Banner | Icon | null

/** Every setting by its name. */
export type Settings = Record<string, SettingValue>

export type SettingKind =
  | 'text'
  | 'multiline'
  | 'colour'
  | 'document'
  | 'styles'
  | 'switch'
  | 'choice'
  | 'number'
  | 'bytes'
  | 'languages'
  | 'handles'
  | 'collections'
  | 'picture'

/** Describes a setting, from which the form is made. */
export interface SettingDescription {
  name: string
  group: string
  kind: SettingKind
  choices?: string[]
  default: unknown
  description: string
}

/** A version of the terms of service. */
export interface Terms {
  id: string
  /** a day, as in 2026-03-01 */
  effective_date: string
  /** it is in force, or was */
  effective: boolean
  /** HTML */
  content: string
  notified_at: string | null
  created_at: string
}

export interface SetupStep {
  name:
    | 'title'
    | 'icon'
    | 'description'
    | 'rules'
    | 'registrations'
    | 'mail'
    | 'backup'
    | 'announcement'
  done: boolean
  hidden: boolean
}

/** The checklist of a new server. */
export interface Setup {
  steps: SetupStep[]
  /** null: mails become files */
  mail_host: string | null
  mail_tested_at: string | null
  backup_at: string | null
}

export interface TestMail {
  to: string
  delivered: 'mail_server' | 'file'
  mail_host: string | null
}
