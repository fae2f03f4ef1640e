export interface CustomEmoji {
  shortcode: string
  url: string
  static_url: string
}

/** @see https://docs.joinmastodon.org/entities/Account/ */
export interface Account {
  id: string
  username: string
  acct: string
  display_name: string
  note: string
  url: string
  uri: string
  avatar: string
  avatar_static: string
  header_static: string
  locked: boolean
  bot: boolean
  group: boolean
  created_at: string
  last_status_at: string | null
  followers_count: number
  following_count: number
  statuses_count: number
  emojis: readonly CustomEmoji[]
  fields: readonly { name: string; value: string; verified_at: string | null }[]
  limited?: boolean
  suspended?: boolean
}
