import type { JsonText } from '../../../kernel/base/json.ts'

/** A custom emoji as entities carry it. */
export interface Emoji {
  shortcode: string
  url: string
  static_url: string
}

/** Members that pages read of https://docs.joinmastodon.org/entities/Account/ */
export interface AccountEntity {
  id: string
  username: string
  /** `name` for local accounts, `name@domain` for remote ones */
  acct: string
  display_name: string
  url: string
  uri: string
  /** HTML */
  note: string
  locked: boolean
  bot: boolean
  group: boolean
  created_at: string
  avatar: string
  avatar_static: string
  avatar_description: string
  header_static: string
  header_description: string
  /** values are HTML */
  fields: { name: string; value: string; verified_at: string | null }[]
  emojis: Emoji[]
  followers_count: number
  following_count: number
  statuses_count: number
  noindex?: boolean
  memorial?: boolean
  moved?: AccountEntity
  discoverable?: boolean | null
  roles?: { id: string; name: string }[]
}

/** Members that pages read of https://docs.joinmastodon.org/entities/Status/ */
export interface StatusEntity {
  id: string
  created_at: string
  edited_at: string | null
  in_reply_to_id: string | null
  in_reply_to_account_id: string | null
  visibility: 'public' | 'unlisted' | 'private' | 'direct'
  uri: string
  url: string
  account: AccountEntity
  reblog: StatusEntity | null
  sensitive: boolean
  spoiler_text: string
  language: string | null
  /** HTML */
  content: string
  media_attachments: MediaEntity[]
  mentions: { id: string; username: string; acct: string; url: string }[]
  tags: { name: string; url: string }[]
  emojis: Emoji[]
  poll: PollEntity | null
  application?: { name: string; website: string | null } | null
  replies_count: number
  reblogs_count: number
  favourites_count: number
}

/** Members that pages read of https://docs.joinmastodon.org/entities/MediaAttachment/ */
export interface MediaEntity {
  id: string
  type: 'image' | 'gifv' | 'video' | 'audio' | 'unknown'
  /** null while the file is processed */
  url: string | null
  preview_url: string | null
  description: string | null
  meta: {
    original?: { width?: number; height?: number }
    small?: { width?: number; height?: number }
    focus?: { x: number; y: number }
  } | null
}

/** Members that pages read of https://docs.joinmastodon.org/entities/Poll/ */
export interface PollEntity {
  expires_at: string | null
  expired: boolean
  multiple: boolean
  votes_count: number
  voters_count: number | null
  /** counts are null while they are hidden */
  options: { title: string; votes_count: number | null }[]
  emojis: Emoji[]
}

/** A version of an edited status: https://docs.joinmastodon.org/entities/StatusEdit/ */
export type EditEntity = Pick<
  StatusEntity,
  'content' | 'spoiler_text' | 'created_at' | 'emojis' | 'account'
>

/** Parses entities that a serializer of this server made; a page has only a few of them. */
export function parseEntities<T>(texts: readonly JsonText[]): T[] {
  return texts.map((text) => JSON.parse(text) as T)
}

/** Whether an account is local. */
export function isLocal({ acct }: Pick<AccountEntity, 'acct'>): boolean {
  return !acct.includes('@')
}
