import type { ColumnType } from 'kysely'
import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'
import type { QuoteState, Visibility } from '../../kernel/db/schema.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    async_refresh: AsyncRefreshTable
    bookmark: BookmarkTable
    conversation: ConversationTable
    conversation_mute: ConversationMuteTable
    favourite: FavouriteTable
    idempotency_key: IdempotencyKeyTable
    mention: MentionTable
    preview_card: PreviewCardTable
    quote: QuoteTable
    reaction: ReactionTable
    scheduled_status: ScheduledStatusTable
    status: StatusTable
    status_card: StatusCardTable
    status_collection: StatusCollectionTable
    status_edit: StatusEditTable
    status_pin: StatusPinTable
    status_stats: StatusStatsTable
  }
}

export type QuotePolicy = 'public' | 'followers' | 'nobody'

export interface ConversationTable {
  id: Fixed<string>
  uri: string | null
  created_at: number
}

export interface ConversationMuteTable {
  account_id: Fixed<string>
  conversation_id: Fixed<string>
}

export interface StatusTable {
  id: Fixed<string>
  account_id: Fixed<string>
  uri: string
  url: string
  visibility: Visibility
  /** source as typed; empty for a reblog */
  text: string
  /** HTML for display */
  content: string
  spoiler_text: string
  sensitive: boolean
  language: string | null
  in_reply_to_id: string | null
  in_reply_to_account_id: string | null
  conversation_id: string | null
  reblog_of_id: string | null
  application_id: string | null
  poll_id: string | null
  /** ids of its media attachments in order */
  media_ids: Json<string[]>
  /** who may quote it without approval; null: not stated */
  quote_policy: ColumnType<QuotePolicy | null, QuotePolicy | null | undefined, QuotePolicy | null>
  /** row of `quote` for the status that it quotes */
  quote_id: ColumnType<string | null, string | null | undefined, string | null>
  /** whether `status_collection` has rows for it */
  links_collections: ColumnType<boolean, boolean | undefined, boolean>
  /** local reply: approval of the parent's author, if the parent is remote and its author approved */
  reply_approval_uri: ColumnType<string | null, string | null | undefined, string | null>
  /** `statuses/shelves.ts` */
  listed_as: ColumnType<number | null, number | null | undefined, number | null>
  shelf: ColumnType<number, number | undefined, number>
  /** remote: its collection of replies, and when that was last read */
  replies_uri: ColumnType<string | null, string | null | undefined, string | null>
  replies_fetched_at: ColumnType<number | null, number | null | undefined, number | null>
  /** remote: when it was last fetched or updated */
  refreshed_at: ColumnType<number | null, number | null | undefined, number | null>
  /** remote: fetched or old, so it was added to no timeline; until it is delivered */
  quiet: ColumnType<boolean, boolean | undefined, boolean>
  /** author is local */
  local: boolean
  created_at: number
  edited_at: number | null
  deleted_at: number | null
  /** incremented by every change of its JSON */
  version: ColumnType<number, number | undefined, number>
}

export interface StatusStatsTable {
  status_id: Fixed<string>
  replies_count: number
  reblogs_count: number
  favourites_count: number
  quotes_count: ColumnType<number, number | undefined, number>
  reactions_count: ColumnType<number, number | undefined, number>
}

export interface StatusEditTable {
  id: Fixed<string>
  status_id: Fixed<string>
  text: string
  content: string
  spoiler_text: string
  sensitive: boolean
  language: string | null
  media: Json<{ id: string; description: string | null }[]>
  poll_options: Json<string[] | null>
  created_at: number
}

export interface StatusPinTable {
  id: Fixed<string>
  account_id: Fixed<string>
  status_id: Fixed<string>
  created_at: number
}

export interface MentionTable {
  status_id: Fixed<string>
  account_id: Fixed<string>
  /** author of the status */
  author_id: Fixed<string | null>
  /** may see the status but is not mentioned in it */
  silent: boolean
}

export interface FavouriteTable {
  id: Fixed<string>
  account_id: Fixed<string>
  status_id: Fixed<string>
  uri: string | null
  created_at: number
}

export interface BookmarkTable {
  id: Fixed<string>
  account_id: Fixed<string>
  status_id: Fixed<string>
  created_at: number
}

export interface IdempotencyKeyTable {
  account_id: Fixed<string>
  /** SHA-256 of the client's key, hex */
  key: Fixed<string>
  status_id: string
  created_at: number
}

/** Parameters of a client's request, with the visibility; null: not given. */
export interface ScheduledParams {
  text: string
  spoiler_text: string | null
  sensitive: boolean | null
  visibility: Visibility
  language: string | null
  media_ids: string[] | null
  poll: {
    options: string[]
    expires_in: number
    multiple: boolean
    hide_totals: boolean
  } | null
  in_reply_to_id: string | null
  quoted_status_id: string | null
  quote_approval_policy: QuotePolicy | null
  /** ids of accounts that it may mention; undefined: any */
  allowed_mentions?: string[]
}

export interface ScheduledStatusTable {
  id: Fixed<string>
  account_id: Fixed<string>
  scheduled_at: number
  params: Json<ScheduledParams>
  application_id: string | null
  /** SHA-256 of the client's key, as in `idempotency_key` */
  key_digest: string | null
  /** the first of the thread that it belongs to; null: it is that one, or belongs to none */
  thread_id: ColumnType<string | null, string | null | undefined, string | null>
  /** place in the thread */
  position: ColumnType<number, number | undefined, number>
  /** when publishing failed; it stays until its author reschedules or deletes it */
  failed_at: number | null
  /** the error, for its author */
  error: string | null
  created_at: number
}

/** A background job that a client may poll (`Mastodon-Async-Refresh`). */
export interface AsyncRefreshTable {
  id: Fixed<string>
  status_id: Fixed<string>
  state: 'running' | 'finished'
  result_count: number
  created_at: number
  updated_at: number
}

export interface QuoteTable {
  id: Fixed<string>
  /** the quoting status */
  status_id: Fixed<string>
  account_id: Fixed<string>
  /** null: unknown here, or deleted */
  quoted_status_id: string | null
  quoted_account_id: string | null
  quoted_uri: string
  state: QuoteState
  /** of the QuoteRequest */
  activity_uri: string | null
  /** of the QuoteAuthorization (FEP-044f) */
  approval_uri: string | null
  created_at: number
  updated_at: number
}

export interface ReactionTable {
  id: Fixed<string>
  account_id: Fixed<string>
  status_id: Fixed<string>
  /** an emoji, or a shortcode, with `@domain` for a remote one */
  name: string
  custom_emoji_id: string | null
  uri: string | null
  created_at: number
}

export interface PreviewCardTable {
  id: Fixed<string>
  url: string
  type: 'link' | 'photo' | 'video' | 'rich'
  title: string
  description: string
  author_name: string
  author_url: string
  author_account_id: string | null
  /** the account that the page names as its author, although the account does not allow the page */
  unverified_author_account_id: string | null
  provider_name: string
  provider_url: string
  html: string
  width: number
  height: number
  image_remote_url: string | null
  image_description: string
  embed_url: string
  blurhash: string | null
  language: string | null
  published_at: number | null
  fetched_at: number
}

export interface StatusCardTable {
  status_id: Fixed<string>
  /** the link of the card */
  url: string
  card_id: string | null
  state: 'waiting' | 'ready' | 'none'
}

/** A collection that a status links to. */
export interface StatusCollectionTable {
  status_id: Fixed<string>
  collection_id: Fixed<string>
}
