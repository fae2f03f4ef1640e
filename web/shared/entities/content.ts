import type { Account } from './account.ts'

/** Content that the staff maintains: entities of `/api/rookery/v1/admin/`. */

/** An account that the staff suggests to everybody first. */
export interface Featured {
  acct: string
  /** null: this server does not know it */
  account: Account | null
  /** whether it may be shown unasked */
  shown: boolean
}

export interface Rule {
  id: string
  text: string
  hint: string
  /** from 0 */
  position: number
  /** by language code */
  translations: Record<string, { text: string; hint: string }>
}

export interface AdminEmoji {
  id: string
  shortcode: string
  /** null: of this server */
  domain: string | null
  url: string
  static_url: string
  category: string | null
  visible_in_picker: boolean
  disabled: boolean
  /** reactions with it */
  uses: number
}

export interface Announcement {
  id: string
  text: string
  /** HTML */
  content: string
  starts_at: string | null
  ends_at: string | null
  all_day: boolean
  scheduled_at: string | null
  published: boolean
  published_at: string | null
  ended_at: string | null
  updated_at: string
  reactions_count: number
}

export interface Invite {
  id: string
  code: string
  url: string
  max_uses: number | null
  uses: number
  expires_at: string | null
  comment: string
  valid: boolean
  created_at: string
  /** whose it is */
  account: Account | null
}
