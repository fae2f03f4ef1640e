import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    announcement: AnnouncementTable
    announcement_dismissal: AnnouncementDismissalTable
    announcement_reaction: AnnouncementReactionTable
  }
}

export interface AnnouncementTable {
  id: Fixed<string>
  /** as typed */
  text: string
  /** HTML */
  content: string
  /** mentioned accounts */
  account_ids: Json<string[]>
  tag_names: Json<string[]>
  /** public statuses that it links to */
  status_ids: Json<string[]>
  /** period of the announced event; both or neither */
  starts_at: number | null
  ends_at: number | null
  all_day: boolean
  /** planned publication, until it is published */
  scheduled_at: number | null
  published_at: number | null
  /** when it was hidden */
  ended_at: number | null
  created_at: number
  updated_at: number
}

export interface AnnouncementReactionTable {
  id: Fixed<string>
  announcement_id: Fixed<string>
  account_id: Fixed<string>
  /** the emoji, or the shortcode of a custom one */
  name: Fixed<string>
  custom_emoji_id: string | null
  created_at: number
}

export interface AnnouncementDismissalTable {
  announcement_id: Fixed<string>
  account_id: Fixed<string>
  created_at: number
}
