import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    translation: TranslationTable
  }
}

/** A translated status, each part in the form of its entity. */
export interface TranslatedBody {
  content: string
  spoiler_text: string
  detected_source_language: string
  provider: string
  poll: { id: string; options: { title: string }[] } | null
  media_attachments: { id: string; description: string }[]
}

export interface TranslationTable {
  status_id: Fixed<string>
  language: Fixed<string>
  /** of the status */
  version: number
  body: Json<TranslatedBody>
  created_at: number
}
