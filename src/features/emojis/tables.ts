import type { ColumnType } from 'kysely'
import type { Fixed } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    custom_emoji: CustomEmojiTable
  }
}

export interface CustomEmojiTable {
  id: Fixed<string>
  shortcode: string
  domain: string | null
  /** storage keys; empty for a remote emoji, whose image is at `image_remote_url` */
  image_key: string
  static_key: string
  /** federation id of a remote emoji */
  uri: ColumnType<string | null, string | null | undefined, string | null>
  image_remote_url: ColumnType<string | null, string | null | undefined, string | null>
  category: string | null
  visible_in_picker: boolean
  disabled: boolean
  created_at: number
  updated_at: number
}
