import type { ColumnType } from 'kysely'

/**
 * Rows as the code sees them on both databases: ids are 18-digit strings, times integer
 * milliseconds since 1970, booleans booleans. JSON columns are read parsed and written with
 * `JSON.stringify`.
 */
type Json<T> = ColumnType<T, string, string>
/** null is the database's own, so that an index can leave it out */
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>
/** set once, at insert */
type Fixed<T> = ColumnType<T, T, never>

export interface Schema {
  account: AccountTable
  account_note: AccountNoteTable
  account_stats: AccountStatsTable
  access_token: AccessTokenTable
  application: ApplicationTable
  authorization_code: AuthorizationCodeTable
  block: BlockTable
  bookmark: BookmarkTable
  conversation: ConversationTable
  account_conversation: AccountConversationTable
  conversation_mute: ConversationMuteTable
  custom_emoji: CustomEmojiTable
  favourite: FavouriteTable
  follow: FollowTable
  follow_request: FollowTable
  home_entry: HomeEntryTable
  home_pause: HomePauseTable
  idempotency_key: IdempotencyKeyTable
  ip_block: IpBlockTable
  job: JobTable
  local_user: LocalUserTable
  marker: MarkerTable
  media_attachment: MediaAttachmentTable
  mention: MentionTable
  mute: MuteTable
  notification: NotificationTable
  poll: PollTable
  poll_option: PollOptionTable
  poll_vote: PollVoteTable
  process_lease: ProcessLeaseTable
  role: RoleTable
  rule: RuleTable
  session: SessionTable
  setting: SettingTable
  status: StatusTable
  status_edit: StatusEditTable
  status_pin: StatusPinTable
  status_stats: StatusStatsTable
  status_tag: StatusTagTable
  tag: TagTable
  tag_use: TagUseTable
}

export type ActorType = 'Person' | 'Service' | 'Group' | 'Organization' | 'Application'
export type Visibility = 'public' | 'unlisted' | 'private' | 'direct'

/** name and value as typed; `verified_at` ms since 1970 or null */
export interface ProfileField {
  name: string
  value: string
  verified_at: number | null
}

export interface AccountTable {
  id: Fixed<string>
  /** as spelled at sign-up */
  username: string
  username_lower: string
  /** null means local */
  domain: string | null
  /** federation id; unique */
  uri: string
  /** page for people */
  url: string
  actor_type: ActorType
  display_name: string
  /** what account search looks at: user name and display name in lower case */
  search_text: string
  /** local: as typed; remote: HTML as received */
  note: string
  fields: Json<ProfileField[]>
  /** storage keys, or null for the default picture */
  avatar_key: string | null
  avatar_static_key: string | null
  avatar_description: string
  header_key: string | null
  header_static_key: string | null
  header_description: string
  locked: boolean
  bot: boolean
  discoverable: boolean | null
  indexable: boolean
  hide_collections: boolean
  attribution_domains: Json<string[]>
  moved_to_id: string | null
  /** null while a local account waits for confirmation or approval: then it is missing for everybody (S-277) */
  activated_at: number | null
  suspended_at: number | null
  silenced_at: number | null
  sensitized_at: number | null
  /** set when it is being deleted; the name is never given again */
  deleted_at: number | null
  memorial: boolean
  created_at: number
  /** raised by whatever changes what the account's JSON shows */
  version: ColumnType<number, number | undefined, number>
}

export interface AccountStatsTable {
  account_id: Fixed<string>
  followers_count: number
  following_count: number
  statuses_count: number
  /** ms since 1970 of the newest status */
  last_status_at: number | null
}

export interface AccountNoteTable {
  account_id: Fixed<string>
  target_id: Fixed<string>
  comment: string
}

export interface UserSettings {
  default_privacy: 'public' | 'unlisted' | 'private'
  default_sensitive: boolean
  /** null means the locale of the interface */
  default_language: string | null
  default_quote_policy: 'public' | 'followers' | 'nobody'
  expand_media: 'default' | 'show_all' | 'hide_all'
  expand_spoilers: boolean
  autoplay_gifs: boolean
  show_application: boolean
}

export interface LocalUserTable {
  id: Fixed<string>
  account_id: Fixed<string>
  email: string
  email_lower: string
  /** an address that waits for its confirmation to replace `email` */
  unconfirmed_email: string | null
  /** PHC string of argon2id */
  password_hash: string
  confirmed_at: number | null
  approved: boolean
  disabled: boolean
  role_id: string | null
  locale: string
  time_zone: string | null
  /** null means all */
  chosen_languages: Json<string[] | null>
  settings: Json<Partial<UserSettings>>
  sign_up_reason: string | null
  sign_up_ip: string | null
  application_id: string | null
  /** SHA-256 of the token in the mail, hex */
  confirmation_token_hash: string | null
  confirmation_sent_at: number | null
  reset_token_hash: string | null
  reset_sent_at: number | null
  /** day (ms / 86400000) of the last authenticated use */
  last_active_day: number | null
  created_at: number
}

export interface SessionTable {
  id: Fixed<string>
  user_id: Fixed<string>
  token_hash: Fixed<string>
  ip: string | null
  user_agent: string | null
  created_at: number
  last_used_at: number
  expires_at: number
}

export interface ApplicationTable {
  id: Fixed<string>
  name: string
  website: string | null
  redirect_uris: Json<string[]>
  scopes: string
  client_id: string
  client_secret_hash: string
  created_at: number
}

export interface AuthorizationCodeTable {
  id: Fixed<string>
  code_hash: string
  application_id: string
  user_id: string
  redirect_uri: string
  scopes: string
  code_challenge: string | null
  expires_at: number
  used_at: number | null
  /** the token it was exchanged for: using the code again revokes it */
  token_id: string | null
}

export interface AccessTokenTable {
  id: Fixed<string>
  /** SHA-256 of the token, hex; the token itself is derived from the id and a secret */
  token_hash: string
  application_id: string
  /** null: an application's own token */
  user_id: string | null
  scopes: string
  created_at: number
  revoked_at: number | null
}

export interface RoleTable {
  id: Fixed<string>
  name: string
  color: string
  /** bitmask (S-063) */
  permissions: number
  highlighted: boolean
  position: number
  created_at: number
}

export interface SettingTable {
  name: Fixed<string>
  value: Json<unknown>
}

export interface RuleTable {
  id: Fixed<string>
  text: string
  hint: string
  translations: Json<Record<string, { text: string; hint: string }>>
  priority: number
  deleted_at: number | null
  created_at: number
}

export interface IpBlockTable {
  id: Fixed<string>
  /** CIDR */
  ip: string
  severity: 'sign_up_requires_approval' | 'sign_up_block' | 'no_access'
  comment: string
  expires_at: number | null
  created_at: number
}

export interface CustomEmojiTable {
  id: Fixed<string>
  shortcode: string
  domain: string | null
  image_key: string
  static_key: string
  category: string | null
  visible_in_picker: boolean
  disabled: boolean
  created_at: number
  updated_at: number
}

export interface FollowTable {
  id: Fixed<string>
  account_id: Fixed<string>
  target_id: Fixed<string>
  show_reblogs: boolean
  notify: boolean
  /** null means all */
  languages: JsonOrNull<string[]>
  uri: string | null
  created_at: number
}

export interface BlockTable {
  id: Fixed<string>
  account_id: Fixed<string>
  target_id: Fixed<string>
  uri: string | null
  created_at: number
}

export interface MuteTable {
  id: Fixed<string>
  account_id: Fixed<string>
  target_id: Fixed<string>
  hide_notifications: boolean
  expires_at: number | null
  created_at: number
}

export interface ConversationTable {
  id: Fixed<string>
  uri: string | null
  created_at: number
}

export interface AccountConversationTable {
  id: Fixed<string>
  account_id: Fixed<string>
  conversation_id: Fixed<string>
  /** ids of the others, sorted and joined by commas */
  participants: string
  last_status_id: string
  unread: boolean
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
  /** HTML that is shown */
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
  /** author is local */
  local: boolean
  created_at: number
  edited_at: number | null
  deleted_at: number | null
  /** raised by whatever changes what its JSON shows */
  version: ColumnType<number, number | undefined, number>
}

export interface StatusStatsTable {
  status_id: Fixed<string>
  replies_count: number
  reblogs_count: number
  favourites_count: number
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
  /** may see the status but is not named in it */
  silent: boolean
}

export interface TagTable {
  id: Fixed<string>
  /** normalised (S-231); unique */
  name: string
  /** as first written */
  display_name: string
  listable: boolean
  usable: boolean
  trendable: boolean | null
  last_status_at: number | null
  created_at: number
}

export interface StatusTagTable {
  tag_id: Fixed<string>
  status_id: Fixed<string>
}

/** one row per tag, day (ms / 86400000) and account that used it */
export interface TagUseTable {
  tag_id: Fixed<string>
  day: Fixed<number>
  account_id: Fixed<string>
  uses: number
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

export interface HomeEntryTable {
  /** whose home timeline */
  account_id: Fixed<string>
  /** the status or the reblog */
  status_id: Fixed<string>
  author_id: Fixed<string>
  /** set on a reblog: the original and its author */
  reblog_of_id: Fixed<string | null>
  reblog_of_author_id: Fixed<string | null>
}

/** The home timeline of somebody who was away: nothing is added until it is built again. */
export interface HomePauseTable {
  account_id: Fixed<string>
  /** set while a job builds it */
  rebuilding_since: number | null
  paused_at: number
}

export interface IdempotencyKeyTable {
  account_id: Fixed<string>
  /** SHA-256 of the client's key, hex */
  key: Fixed<string>
  status_id: string
  created_at: number
}

export interface MediaAttachmentTable {
  id: Fixed<string>
  account_id: Fixed<string>
  status_id: string | null
  type: 'image' | 'gifv' | 'video' | 'audio' | 'unknown'
  state: 'waiting' | 'ready' | 'failed'
  /** storage keys */
  file_key: string | null
  preview_key: string | null
  /** the upload as it came, until it is processed */
  upload_key: string | null
  content_type: string
  size: number
  description: string | null
  blurhash: string | null
  meta: Json<Record<string, unknown>>
  error: string | null
  created_at: number
  version: ColumnType<number, number | undefined, number>
}

export interface PollTable {
  id: Fixed<string>
  status_id: string | null
  account_id: string
  multiple: boolean
  hide_totals: boolean
  expires_at: number | null
  voters_count: number | null
  /** voters and author have been told that it ended */
  expired_notified: boolean
  created_at: number
}

export interface PollOptionTable {
  poll_id: Fixed<string>
  position: Fixed<number>
  title: string
  votes_count: number
}

export interface PollVoteTable {
  poll_id: Fixed<string>
  account_id: Fixed<string>
  choice: Fixed<number>
  created_at: number
}

export type NotificationType =
  | 'mention'
  | 'status'
  | 'reblog'
  | 'follow'
  | 'follow_request'
  | 'favourite'
  | 'poll'
  | 'update'
  | 'severed_relationships'
  | 'moderation_warning'
  | 'annual_report'
  | 'admin.sign_up'
  | 'admin.report'
  | 'quote'
  | 'quoted_update'
  | 'added_to_collection'
  | 'collection_update'

export interface NotificationTable {
  id: Fixed<string>
  account_id: Fixed<string>
  from_account_id: Fixed<string>
  type: Fixed<NotificationType>
  status_id: string | null
  group_key: string
  filtered: boolean
  created_at: number
}

export interface MarkerTable {
  user_id: Fixed<string>
  timeline: Fixed<'home' | 'notifications'>
  last_read_id: string
  version: number
  updated_at: number
}

export interface JobTable {
  id: Fixed<string>
  kind: string
  unique_key: string | null
  payload: Json<Record<string, unknown>>
  run_at: number
  attempts: number
  locked_until: number | null
  /** set after the last try; shown and retried by the operator */
  parked_at: number | null
  last_error: string | null
  created_at: number
}

export interface ProcessLeaseTable {
  number: Fixed<number>
  /** random, so that a process knows its own lease */
  holder: string
  expires_at: number
}
