import type { JsonText } from '../json.ts'

/** A custom emoji as entities carry it. */
export interface Emoji {
  shortcode: string
  url: string
  static_url: string
}

/** What pages read of https://docs.joinmastodon.org/entities/Account/ */
export interface AccountEntity {
  id: string
  username: string
  /** `name`, or `name@domain` for accounts of other servers */
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
  roles?: { id: string; name: string }[]
}

/** What pages read of https://docs.joinmastodon.org/entities/Status/ */
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

/** What pages read of https://docs.joinmastodon.org/entities/MediaAttachment/ */
export interface MediaEntity {
  id: string
  type: 'image' | 'gifv' | 'video' | 'audio' | 'unknown'
  /** null while it is processed */
  url: string | null
  preview_url: string | null
  description: string | null
  meta: {
    original?: { width?: number; height?: number }
    small?: { width?: number; height?: number }
    focus?: { x: number; y: number }
  } | null
}

/** What pages read of https://docs.joinmastodon.org/entities/Poll/ */
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

/** Entities that a serializer of ours made; pages have few of them. */
export function parseEntities<T>(texts: readonly JsonText[]): T[] {
  return texts.map((text) => JSON.parse(text) as T)
}

/** Whether an account is of this server. */
export function isLocal({ acct }: Pick<AccountEntity, 'acct'>): boolean {
  return !acct.includes('@')
}
