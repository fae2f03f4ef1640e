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
  account_domain_block: AccountDomainBlockTable
  announcement: AnnouncementTable
  announcement_dismissal: AnnouncementDismissalTable
  announcement_reaction: AnnouncementReactionTable
  scheduled_status: ScheduledStatusTable
  draft: DraftTable
  draft_media: DraftMediaTable
  translation: TranslationTable
  data_export: DataExportTable
  data_import: DataImportTable
  data_import_row: DataImportRowTable
  imported_status: ImportedStatusTable
  author_review: AuthorReviewTable
  link_provider: LinkProviderTable
  link_use: LinkUseTable
  shared_link: SharedLinkTable
  status_review: StatusReviewTable
  trend_link: TrendTable
  trend_status: TrendStatusTable
  trend_tag: TrendTable
  account_severance: AccountSeveranceTable
  account_warning: AccountWarningTable
  account_warning_status: AccountWarningStatusTable
  account_deletion_request: AccountDeletionRequestTable
  appeal: AppealTable
  warning_preset: WarningPresetTable
  notification_merge: NotificationPairTable
  notification_permission: NotificationPairTable
  notification_policy: NotificationPolicyTable
  web_setting: WebSettingTable
  notification_request: NotificationRequestTable
  severance: SeveranceTable
  severed_follow: SeveredFollowTable
  actor_key: ActorKeyTable
  annual_report: AnnualReportTable
  async_refresh: AsyncRefreshTable
  collection: CollectionTable
  collection_item: CollectionItemTable
  delivery: DeliveryTable
  dismissed_suggestion: DismissedSuggestionTable
  domain_allow: DomainAllowTable
  domain_block: DomainBlockTable
  endorsement: EndorsementTable
  featured_tag: FeaturedTagTable
  follower_digest: FollowerDigestTable
  media_cache: MediaCacheTable
  media_evidence: MediaEvidenceTable
  outgoing_activity: OutgoingActivityTable
  peer_host: PeerHostTable
  popular_account: PopularAccountTable
  preview_card: PreviewCardTable
  quote: QuoteTable
  reaction: ReactionTable
  relay: RelayTable
  webhook: WebhookTable
  remote_actor: RemoteActorTable
  report: ReportTable
  report_collection: ReportCollectionTable
  report_note: ReportNoteTable
  report_status: ReportStatusTable
  status_card: StatusCardTable
  status_collection: StatusCollectionTable
  tombstone: TombstoneTable
  account: AccountTable
  account_note: AccountNoteTable
  account_stats: AccountStatsTable
  access_token: AccessTokenTable
  application: ApplicationTable
  auth_challenge: AuthChallengeTable
  authorization_code: AuthorizationCodeTable
  block: BlockTable
  audit_entry: AuditEntryTable
  automod_match: AutomodMatchTable
  automod_rule: AutomodRuleTable
  follow_tally: FollowTallyTable
  held_item: HeldItemTable
  bookmark: BookmarkTable
  conversation: ConversationTable
  account_conversation: AccountConversationTable
  conversation_mute: ConversationMuteTable
  custom_emoji: CustomEmojiTable
  favourite: FavouriteTable
  filter: FilterTable
  filter_keyword: FilterKeywordTable
  filter_status: FilterStatusTable
  follow: FollowTable
  follow_request: FollowTable
  home_entry: HomeEntryTable
  home_pause: HomePauseTable
  idempotency_key: IdempotencyKeyTable
  invite: InviteTable
  series: SeriesTable
  invite_use: InviteUseTable
  ip_block: IpBlockTable
  block_import: BlockImportTable
  block_import_row: BlockImportRowTable
  block_subscription: BlockSubscriptionTable
  canonical_email_block: CanonicalEmailBlockTable
  email_domain_attempt: EmailDomainAttemptTable
  email_domain_block: EmailDomainBlockTable
  username_block: UsernameBlockTable
  peer_software: PeerSoftwareTable
  job: JobTable
  list: ListTable
  list_entry: ListEntryTable
  list_member: ListMemberTable
  local_user: LocalUserTable
  marker: MarkerTable
  media_attachment: MediaAttachmentTable
  mention: MentionTable
  mute: MuteTable
  notification: NotificationTable
  passkey: PasskeyTable
  poll: PollTable
  poll_option: PollOptionTable
  poll_vote: PollVoteTable
  process_lease: ProcessLeaseTable
  recovery_code: RecoveryCodeTable
  push_subscription: PushSubscriptionTable
  role: RoleTable
  rule: RuleTable
  session: SessionTable
  setting: SettingTable
  staff_note: StaffNoteTable
  terms_version: TermsVersionTable
  status: StatusTable
  status_edit: StatusEditTable
  status_pin: StatusPinTable
  status_stats: StatusStatsTable
  status_tag: StatusTagTable
  tag: TagTable
  tag_follow: TagFollowTable
  tag_use: TagUseTable
  trend_request: TrendRequestTable
  user_activity: UserActivityTable
}

export type ActorType = 'Person' | 'Service' | 'Group' | 'Organization' | 'Application'
export type QuotePolicy = 'public' | 'followers' | 'nobody'
export type RepliesPolicy = 'list' | 'followed' | 'none'
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
  /** where pictures of a remote account are */
  avatar_remote_url: ColumnType<string | null, string | null | undefined, string | null>
  header_remote_url: ColumnType<string | null, string | null | undefined, string | null>
  locked: boolean
  bot: boolean
  discoverable: boolean | null
  indexable: boolean
  hide_collections: boolean
  attribution_domains: Json<string[]>
  /** which parts of its profile it shows */
  show_media: ColumnType<boolean, boolean | undefined, boolean>
  show_media_replies: ColumnType<boolean, boolean | undefined, boolean>
  show_featured: ColumnType<boolean, boolean | undefined, boolean>
  /** remote: who may feature it, a `FeaturePolicy` as JSON; null: it did not say, so nobody */
  feature_policy: ColumnType<string | null, string | null | undefined, string | null>
  /** federation ids of other accounts of the same person */
  also_known_as: ColumnType<string[], string | undefined, string>
  moved_to_id: string | null
  /** ms since 1970 of the last move, for its cooldown */
  moved_at: ColumnType<number | null, number | null | undefined, number | null>
  /** null while a local account waits for confirmation or approval: then it is missing for everybody (S-277) */
  activated_at: number | null
  suspended_at: number | null
  silenced_at: number | null
  /** it is so because of a decision about its domain, and ends with that */
  suspended_by_domain: ColumnType<boolean, boolean | undefined, boolean>
  silenced_by_domain: ColumnType<boolean, boolean | undefined, boolean>
  /** its own server says that it is suspended, and nobody here did before */
  suspended_by_origin: ColumnType<boolean, boolean | undefined, boolean>
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

/** What somebody of the staff wrote about an account, for the staff. */
export interface StaffNoteTable {
  id: Fixed<string>
  /** who wrote it; null: gone since */
  account_id: Fixed<string | null>
  target_id: Fixed<string>
  content: string
  created_at: number
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
  /** the same as `ipDigits` writes it */
  sign_up_ip_digits: ColumnType<string | null, string | null | undefined, string | null>
  application_id: string | null
  /** SHA-256 of the token in the mail, hex */
  confirmation_token_hash: string | null
  confirmation_sent_at: number | null
  reset_token_hash: string | null
  reset_sent_at: number | null
  /** day (ms / 86400000) of the last authenticated use */
  last_active_day: number | null
  /** another one after each change of the account's filters; 0: there were never any */
  filters_version: ColumnType<number, number | undefined, number>
  /** what codes are made from, sealed (oauth/two-factor/sealing.ts); not in use before `otp_enabled_at` */
  otp_secret: string | null
  /** ms since 1970 from when on signing in needs a code */
  otp_enabled_at: number | null
  /** the 30 s of the code that was taken last: none of them or before is taken again */
  otp_last_step: number | null
  created_at: number
}

export interface SessionTable {
  id: Fixed<string>
  user_id: Fixed<string>
  token_hash: Fixed<string>
  ip: string | null
  /** the same as `ipDigits` writes it */
  ip_digits: ColumnType<string | null, string | null | undefined, string | null>
  user_agent: string | null
  created_at: number
  last_used_at: number
  expires_at: number
  /** ms since 1970 at which password or passkey were given last; null: long ago */
  authenticated_at: number | null
}

/** A code for whoever lost the device; a used one is removed. */
/** On which days somebody was here: one row for 31 days. */
export interface UserActivityTable {
  user_id: Fixed<string>
  /** day (ms / 86400000) / 31 */
  block: Fixed<number>
  /** a bit for each day of them, the first day's lowest */
  days: number
}

export interface RecoveryCodeTable {
  user_id: Fixed<string>
  code_hash: Fixed<string>
}

export interface PasskeyTable {
  id: Fixed<string>
  user_id: Fixed<string>
  /** as its owner calls it */
  name: string
  /** base64url */
  credential_id: Fixed<string>
  /** COSE, base64url */
  public_key: Fixed<string>
  /** as the authenticator counted last; 0 for those that do not count */
  counter: number
  transports: Json<string[]>
  created_at: Fixed<number>
  last_used_at: number | null
}

/** Something that one browser has to answer soon and once. */
export interface AuthChallengeTable {
  id: Fixed<string>
  /** SHA-256, hex */
  token_hash: Fixed<string>
  purpose: Fixed<'second_step' | 'passkey_sign_in' | 'passkey_registration'>
  /** of what ties it to the browser that got it, SHA-256, hex */
  browser_hash: Fixed<string>
  /** null where nobody is known yet */
  user_id: Fixed<string | null>
  expires_at: Fixed<number>
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
  /** day (ms / 86400000) of the last use */
  last_used_day: number | null
}

export interface RoleTable {
  id: Fixed<string>
  name: string
  color: string
  /** bitmask (S-063) */
  permissions: number
  highlighted: boolean
  position: number
  /** its holders can use the API only once signing in needs a code (S-026) */
  require_two_factor: ColumnType<boolean, boolean | undefined, boolean>
  /** how many collections one account may have */
  collection_limit: ColumnType<number, number | undefined, number>
  created_at: number
}

/** What the staff and the operator did; rows never change. */
export interface AuditEntryTable {
  id: Fixed<string>
  /** who did it; null: the operator, or the server by a rule */
  account_id: Fixed<string | null>
  action: Fixed<string>
  target_type: Fixed<string>
  target_id: Fixed<string | null>
  /** how people know the target */
  label: Fixed<string>
  details: Json<Record<string, unknown>>
  created_at: Fixed<number>
}

export interface RelayTable {
  id: Fixed<string>
  inbox_url: Fixed<string>
  /** `idle`: nothing is asked of it */
  state: 'idle' | 'pending' | 'accepted' | 'rejected'
  /** of the Follow that it was sent last; null: none that counts */
  follow_uri: string | null
  /** who accepted it */
  actor_uri: string | null
  created_at: Fixed<number>
}

/** An address that is told of events. */
export interface WebhookTable {
  id: Fixed<string>
  url: string
  events: Json<string[]>
  secret: string
  /** what is sent instead of the whole payload */
  template: string | null
  enabled: boolean
  /** why the server itself disabled it */
  disabled_reason: string | null
  failing_since: number | null
  /** of the last try */
  last_at: number | null
  last_status: number | null
  last_error: string | null
  created_at: Fixed<number>
}

export type AutomodAction = 'reject' | 'limit' | 'mark_sensitive' | 'hold' | 'report'

export interface AutomodCondition {
  field: string
  operator: string
  value: number | boolean | string | string[]
}

/** What the server does by itself with statuses or accounts that fit (`automod/`). */
export interface AutomodRuleTable {
  id: Fixed<string>
  name: string
  enabled: boolean
  /** a rule in the shadow only says what it would do */
  mode: 'shadow' | 'live'
  applies_to: 'statuses' | 'accounts'
  origin: 'any' | 'local' | 'remote'
  match: 'all' | 'any'
  conditions: Json<AutomodCondition[]>
  action: AutomodAction
  /** the highest decides first */
  priority: number
  created_at: Fixed<number>
  updated_at: number
}

/** That a rule matched; kept for 30 days. */
export interface AutomodMatchTable {
  id: Fixed<string>
  /** outlives the rule */
  rule_id: Fixed<string>
  rule_name: Fixed<string>
  mode: Fixed<'shadow' | 'live'>
  action: Fixed<AutomodAction>
  /** null: it was refused before it was stored */
  account_id: Fixed<string | null>
  /** how people know the account */
  label: Fixed<string>
  /** null where none was stored */
  status_id: Fixed<string | null>
  explanation: Json<string[]>
  created_at: Fixed<number>
}

/** What waits for a look by the staff because a rule says so. */
export interface HeldItemTable {
  id: Fixed<string>
  kind: Fixed<'status' | 'account'>
  rule_id: Fixed<string>
  rule_name: Fixed<string>
  account_id: Fixed<string>
  /** of a status of this server: what its author sees of it meanwhile */
  status_id: Fixed<string | null>
  /** federation id of a status of another server; unique */
  uri: Fixed<string | null>
  /** what the status is made of once it is let through; of an account nothing */
  input: Json<unknown>
  /** what it says, for the staff */
  text: string
  /** what the rule found */
  explanation: ColumnType<string[], string | undefined, string>
  created_at: Fixed<number>
}

/** How many follows came within an hour, of a domain (`d:`) or for an account (`a:`). */
export interface FollowTallyTable {
  name: Fixed<string>
  /** ms since 1970 / 3600000 */
  hour: Fixed<number>
  count: number
}

export interface SettingTable {
  name: Fixed<string>
  value: Json<unknown>
}

/** Terms of service, those in force, those before them, and those to come. */
export interface TermsVersionTable {
  id: Fixed<string>
  /** day (ms / 86400000) from which they count, until the next ones do */
  effective_day: Fixed<number>
  /** HTML as the operator wrote it */
  content: string
  /** when the people here were written to about it; null: they were not */
  notified_at: number | null
  created_at: number
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
  /** storage keys; empty for a remote one, whose picture is at `image_remote_url` */
  image_key: string
  static_key: string
  /** federation id of a remote one */
  uri: ColumnType<string | null, string | null | undefined, string | null>
  image_remote_url: ColumnType<string | null, string | null | undefined, string | null>
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

/** What tells whether two servers agree on who follows an account (FEP-8fcf). */
export interface FollowerDigestTable {
  /** who is followed: by people elsewhere if it is local, else by people here */
  account_id: Fixed<string>
  /** of the followers' federation ids */
  host: Fixed<string>
  /** SHA-256 of each of their federation ids, all combined by XOR, hex */
  digest: string
}

export interface BlockTable {
  id: Fixed<string>
  account_id: Fixed<string>
  target_id: Fixed<string>
  uri: string | null
  created_at: number
}

/** Somebody whom an account features on its profile. */
export interface EndorsementTable {
  id: Fixed<string>
  account_id: Fixed<string>
  target_id: Fixed<string>
  created_at: number
}

/** A server of which somebody here wants to meet nobody. */
export interface AccountDomainBlockTable {
  id: Fixed<string>
  account_id: Fixed<string>
  /** as of the accounts there */
  domain: Fixed<string>
  created_at: number
}

export type PopularitySource = 'most_followed' | 'most_interactions'

/** Whom people of this server liked most lately, counted anew by a job. */
export interface PopularAccountTable {
  source: Fixed<PopularitySource>
  /** from 0 on */
  position: Fixed<number>
  account_id: Fixed<string>
}

/** Somebody whom an account does not want to be shown again. */
export interface DismissedSuggestionTable {
  account_id: Fixed<string>
  target_id: Fixed<string>
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
  /** who may quote it without being asked; null: it did not say */
  quote_policy: ColumnType<QuotePolicy | null, QuotePolicy | null | undefined, QuotePolicy | null>
  /** row of `quote` with what it quotes */
  quote_id: ColumnType<string | null, string | null | undefined, string | null>
  /** whether `status_collection` has rows of it */
  links_collections: ColumnType<boolean, boolean | undefined, boolean>
  /** local, a reply: consent of its parent's author, where that is on another server and gave it */
  reply_approval_uri: ColumnType<string | null, string | null | undefined, string | null>
  /** `statuses/shelves.ts` */
  listed_as: ColumnType<number | null, number | null | undefined, number | null>
  shelf: ColumnType<number, number | undefined, number>
  /** remote: its collection of replies, and when that was read last */
  replies_uri: ColumnType<string | null, string | null | undefined, string | null>
  replies_fetched_at: ColumnType<number | null, number | null | undefined, number | null>
  /** remote: when it was fetched or updated last */
  refreshed_at: ColumnType<number | null, number | null | undefined, number | null>
  /** remote: it was fetched or is old, so it was brought to nobody; until it is delivered */
  quiet: ColumnType<boolean, boolean | undefined, boolean>
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
  /** who wrote the status */
  account_id: Fixed<string>
  /** `tags/listed-as.ts` */
  listed_as: number
}

export interface TagFollowTable {
  id: Fixed<string>
  account_id: Fixed<string>
  tag_id: Fixed<string>
  created_at: number
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

/** A list of accounts whose posts somebody reads apart. */
export interface ListTable {
  id: Fixed<string>
  /** whose list it is */
  account_id: Fixed<string>
  title: string
  /** which replies to others it shows (S-325) */
  replies_policy: RepliesPolicy
  /** its members are not shown in the owner's home timeline */
  exclusive: boolean
  created_at: number
}

export interface ListMemberTable {
  /** cursor of the list's pages */
  id: Fixed<string>
  list_id: Fixed<string>
  /** the member: followed by the owner, asked to be, or the owner */
  account_id: string
  /** the list's owner */
  owner_id: Fixed<string>
  created_at: number
}

/** The timeline of a list, as `home_entry` is somebody's home timeline. */
export interface ListEntryTable extends Omit<HomeEntryTable, 'account_id'> {
  list_id: Fixed<string>
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

/** What a client asked for, with its visibility; null is what it did not say. */
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
  /** ids of those whom it may mention; left out: anybody */
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
  /** when it could not be published; it stays until its author moves or deletes it */
  failed_at: number | null
  /** why, for its author */
  error: string | null
  created_at: number
}

/** A post of a draft: as far as it is written, whatever the limits of what is published. */
export interface DraftPost {
  text: string
  spoiler_text: string
  sensitive: boolean
  media_ids: string[]
  poll: ScheduledParams['poll']
}

export interface DraftTable {
  id: Fixed<string>
  account_id: Fixed<string>
  /** a new id with each change, which orders them */
  change_id: string
  in_reply_to_id: string | null
  quoted_status_id: string | null
  visibility: Visibility | null
  quote_approval_policy: QuotePolicy | null
  language: string | null
  scheduled_at: number | null
  /** one after the other, each a reply to the one before */
  posts: Json<DraftPost[]>
  created_at: Fixed<number>
  updated_at: number
}

/** Media that drafts name, which keeps them. */
export interface DraftMediaTable {
  draft_id: Fixed<string>
  media_id: Fixed<string>
}

export interface AnnouncementTable {
  id: Fixed<string>
  /** as typed */
  text: string
  /** HTML */
  content: string
  /** whom it names */
  account_ids: Json<string[]>
  tag_names: Json<string[]>
  /** public statuses that it links to */
  status_ids: Json<string[]>
  /** of what it is about; both or neither */
  starts_at: number | null
  ends_at: number | null
  all_day: boolean
  /** when it is to be published, while it is not */
  scheduled_at: number | null
  published_at: number | null
  /** when it stopped being shown */
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

/** The parts of a status in another language, each as its entity shows it. */
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

export interface MediaAttachmentTable {
  id: Fixed<string>
  account_id: Fixed<string>
  status_id: string | null
  /** the one that will have it */
  scheduled_status_id: ColumnType<string | null, string | null | undefined, string | null>
  type: 'image' | 'gifv' | 'video' | 'audio' | 'unknown'
  state: 'waiting' | 'ready' | 'failed'
  /** storage keys */
  file_key: string | null
  preview_key: string | null
  /** of a remote status: where its files are */
  remote_url: ColumnType<string | null, string | null | undefined, string | null>
  preview_remote_url: ColumnType<string | null, string | null | undefined, string | null>
  /** random: under which its files are read through this server, as ids can be guessed */
  proxy_name: ColumnType<string | null, string | null | undefined, string | null>
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

/** Media that deleted statuses had which the staff may still have to look at: rows and files stay. */
export interface MediaEvidenceTable {
  status_id: Fixed<string>
  media_id: Fixed<string>
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
  /** remote: when its figures were fetched last */
  refreshed_at: ColumnType<number | null, number | null | undefined, number | null>
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
  /** in the order of voting, counted from 0; of a vote from elsewhere 0 */
  place: number
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
  | 'pleroma:emoji_reaction'

export interface NotificationTable {
  id: Fixed<string>
  account_id: Fixed<string>
  from_account_id: Fixed<string>
  type: Fixed<NotificationType>
  status_id: string | null
  /** of `admin.report` */
  report_id: ColumnType<string | null, string | null | undefined, string | null>
  /** of `pleroma:emoji_reaction` */
  reaction_id: ColumnType<string | null, string | null | undefined, never>
  /** of `severed_relationships` */
  account_severance_id: ColumnType<string | null, string | null | undefined, never>
  /** of `moderation_warning` */
  warning_id: ColumnType<string | null, string | null | undefined, never>
  /** of `added_to_collection` and `collection_update` */
  collection_id: ColumnType<string | null, string | null | undefined, never>
  /** of `annual_report` */
  annual_report_year: ColumnType<number | null, number | null | undefined, never>
  group_key: string
  /** kept from its account until the sender is accepted; a filtered one is never in a group */
  filtered: boolean
  /** the last one of its group; those of no group always */
  newest: ColumnType<boolean, boolean | undefined, boolean>
  created_at: number
}

export type PolicyChoice = 'accept' | 'filter' | 'drop'

export interface WebSettingTable {
  account_id: Fixed<string>
  /** as the web client gives them */
  data: Json<Record<string, unknown>>
}

export interface NotificationPolicyTable {
  account_id: Fixed<string>
  for_not_following: PolicyChoice
  for_not_followers: PolicyChoice
  for_new_accounts: PolicyChoice
  for_private_mentions: PolicyChoice
  for_limited_accounts: PolicyChoice
  for_bots: PolicyChoice
}

/** Somebody whose mentions are kept from an account until it decides. */
export interface NotificationRequestTable {
  id: Fixed<string>
  account_id: Fixed<string>
  from_account_id: Fixed<string>
  last_status_id: string | null
  created_at: Fixed<number>
  updated_at: number
}

/** Whose notifications an account accepts, and whose are being merged into its others. */
export interface NotificationPairTable {
  account_id: Fixed<string>
  from_account_id: Fixed<string>
  created_at: Fixed<number>
}

export type SeveranceType = 'domain_block' | 'user_domain_block' | 'account_suspension'

/** A decision that ended follows. */
export interface SeveranceTable {
  id: Fixed<string>
  type: Fixed<SeveranceType>
  /** a domain, or the name of an account with its domain */
  target_name: Fixed<string>
  created_at: Fixed<number>
}

/** What a decision cost one account here. */
export interface AccountSeveranceTable {
  id: Fixed<string>
  account_id: Fixed<string>
  severance_id: Fixed<string>
  followers_count: number
  following_count: number
  created_at: Fixed<number>
}

export interface SeveredFollowTable {
  id: Fixed<string>
  account_severance_id: Fixed<string>
  /** who followed or was followed */
  other_id: Fixed<string>
  direction: Fixed<'followers' | 'following'>
  show_reblogs: Fixed<boolean>
  notify: Fixed<boolean>
  languages: JsonOrNull<string[]>
}

export type WarningAction =
  | 'none'
  | 'disable'
  | 'mark_statuses_as_sensitive'
  | 'delete_statuses'
  | 'sensitive'
  | 'silence'
  | 'suspend'

/** A decision of the staff about an account here or elsewhere. */
export interface AccountWarningTable {
  id: Fixed<string>
  /** whose decision it is; null: the operator's */
  account_id: string | null
  target_account_id: Fixed<string>
  report_id: string | null
  action: Fixed<WarningAction>
  text: Fixed<string>
  /** ms since 1970 when an appeal against it was approved */
  overruled_at: ColumnType<number | null, null | undefined, number>
  created_at: Fixed<number>
}

export type AppealState = 'pending' | 'approved' | 'rejected'

/** What somebody says against a decision about them. */
export interface AppealTable {
  id: Fixed<string>
  /** one warning has one at most */
  warning_id: Fixed<string>
  text: Fixed<string>
  state: AppealState
  /** of the staff; null: nobody did yet, or they are gone */
  decided_by_id: string | null
  decided_at: number | null
  created_at: Fixed<number>
}

/** What the staff says often. */
export interface WarningPresetTable {
  id: Fixed<string>
  title: string
  text: string
  created_at: Fixed<number>
}

/** An account that the staff suspended, and when its data are erased. */
export interface AccountDeletionRequestTable {
  account_id: Fixed<string>
  /** ms since 1970 */
  due_at: number
}

export interface AccountWarningStatusTable {
  warning_id: Fixed<string>
  status_id: Fixed<string>
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
  /** of a received activity: its sender's registrable domain, its sender, and bytes; else null */
  from_domain: ColumnType<string | null, string | null | undefined, never>
  from_actor: ColumnType<string | null, string | null | undefined, never>
  bytes: ColumnType<number | null, number | null | undefined, never>
}

export interface ProcessLeaseTable {
  number: Fixed<number>
  /** random, so that a process knows its own lease */
  holder: string
  expires_at: number
}

/** Where an account of another server is reached. */
export interface RemoteActorTable {
  account_id: Fixed<string>
  /** of its id, in lower case, with a port unless it is the default */
  host: string
  inbox_uri: string
  shared_inbox_uri: string | null
  outbox_uri: string | null
  followers_uri: string | null
  following_uri: string | null
  featured_uri: string | null
  featured_tags_uri: string | null
  featured_collections_uri: ColumnType<string | null, string | null | undefined, string | null>
  /** when its collections were looked at last */
  collections_fetched_at: ColumnType<number | null, number | null | undefined, number | null>
  fetched_at: number
  /** when its latest statuses were fetched, so that a profile is not empty */
  history_fetched_at: number | null
}

export interface ActorKeyTable {
  /** federation id of the key */
  uri: Fixed<string>
  account_id: string
  algorithm: 'rsa' | 'ed25519'
  /** SPKI */
  public_pem: string
  /** PKCS #8; null for a remote account */
  private_pem: string | null
}

export interface FeaturedTagTable {
  id: Fixed<string>
  account_id: Fixed<string>
  tag_id: Fixed<string>
  /** as its owner spells it */
  name: string
  created_at: number
}

export interface DomainBlockTable {
  id: Fixed<string>
  /** in lower case, punycode; counts for its subdomains too */
  domain: string
  severity: 'noop' | 'silence' | 'suspend'
  reject_media: boolean
  reject_reports: boolean
  obfuscate: boolean
  private_comment: string | null
  public_comment: string | null
  created_at: number
}

export interface DomainAllowTable {
  id: Fixed<string>
  domain: string
  created_at: number
}

/** An object or activity that was deleted or undone, perhaps before it came. */
export interface TombstoneTable {
  uri: Fixed<string>
  /** who did: it counts only for what is theirs */
  actor_uri: string
  created_at: number
}

/** What is known of a server that we send to, and when it is to be sent to next. */
export interface PeerHostTable {
  /** with its port, unless that is the scheme's own */
  host: Fixed<string>
  /** unanswered requests in a row; 0 while it lives */
  failures: ColumnType<number, number | undefined, number>
  failing_since: ColumnType<number | null, number | null | undefined, number | null>
  /** nothing is sent before then: it fails, or asked us to wait */
  next_try_at: ColumnType<number | null, number | null | undefined, number | null>
  last_success_at: ColumnType<number | null, number | null | undefined, number | null>
  /** it refused a draft-cavage signature and took one by RFC 9421 */
  prefers_rfc9421: ColumnType<boolean, boolean | undefined, boolean>
  /** when something is to be sent to it; null: nothing waits */
  due_at: ColumnType<number | null, number | null | undefined, number | null>
  /** until when a process sends to it */
  locked_until: ColumnType<number | null, number | null | undefined, number | null>
}

/** An activity to be sent, stored once for all who get it. */
export interface OutgoingActivityTable {
  id: Fixed<string>
  /** null: the instance actor */
  sender_id: string | null
  /** what it is about, for the delivery report; not a reference, as the status may go */
  status_id: string | null
  /** as in `Create` */
  type: string
  /** JSON */
  body: string
  /** the header of followers synchronisation goes along (FEP-8fcf) */
  synchronize: boolean
  /** sent to servers, too, with which nothing else is exchanged any more */
  despite_block: ColumnType<boolean, boolean | undefined, boolean>
  created_at: number
}

export interface DeliveryTable {
  id: Fixed<string>
  activity_id: Fixed<string>
  host: Fixed<string>
  inbox_uri: Fixed<string>
  state: 'waiting' | 'accepted' | 'failed'
  /** that ended in an answer or in none */
  attempts: number
  /** how often it was sent since the last outcome was written: more than 0 while that runs, or after a crash */
  begun: ColumnType<number, number | undefined, number>
  /** not sent before then, nor before its host may be asked */
  next_at: number
  /** HTTP status of the last answer */
  last_status: number | null
  last_error: string | null
  updated_at: number
}

/** A remote file that is kept here, oldest use dropped first. */
export interface MediaCacheTable {
  /** what it is of, such as `avatar/ID`, `media/ID/small` */
  id: Fixed<string>
  source_url: string
  storage_key: string
  content_type: string
  bytes: number
  used_at: number
  created_at: number
}

/** Work in the background that a client may ask after (`Mastodon-Async-Refresh`). */
export interface AsyncRefreshTable {
  id: Fixed<string>
  status_id: Fixed<string>
  state: 'running' | 'finished'
  result_count: number
  created_at: number
  updated_at: number
}

export type QuoteState = 'pending' | 'accepted' | 'rejected' | 'revoked' | 'deleted'

export interface QuoteTable {
  id: Fixed<string>
  /** the status that quotes */
  status_id: Fixed<string>
  account_id: Fixed<string>
  /** null: not known here, or gone */
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
  /** an emoji, or a shortcode, with `@domain` where it is a remote one */
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
  /** whom the page names as its author, although the account does not name the page */
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
  /** the link that the card is of */
  url: string
  card_id: string | null
  state: 'waiting' | 'ready' | 'none'
}

export interface ReportTable {
  id: Fixed<string>
  account_id: Fixed<string>
  target_account_id: Fixed<string>
  assigned_account_id: string | null
  action_taken_by_account_id: string | null
  category: 'spam' | 'legal' | 'violation' | 'other'
  comment: string
  /** null: nothing to forward */
  forwarded: boolean | null
  rule_ids: Json<string[]>
  /** of the Flag when it came from outside */
  uri: string | null
  action_taken_at: number | null
  created_at: number
  updated_at: number
}

/** What one of the staff wrote down about a report, for the others. */
export interface ReportNoteTable {
  id: Fixed<string>
  report_id: Fixed<string>
  /** null: who wrote it is gone */
  account_id: string | null
  content: Fixed<string>
  created_at: Fixed<number>
}

export interface ReportStatusTable {
  report_id: Fixed<string>
  status_id: Fixed<string>
}

/** A site whose pages are linked to. */
export interface LinkProviderTable {
  id: Fixed<string>
  /** in lower case */
  host: Fixed<string>
  /** whether its pages may trend; null: nobody decided */
  trendable: boolean | null
  /** when somebody decided last */
  reviewed_at: ColumnType<number | null, number | null | undefined, number | null>
  created_at: number
}

/** A link that a public status has, as `status_card.url` writes it. */
export interface SharedLinkTable {
  id: Fixed<string>
  url: Fixed<string>
  provider_id: Fixed<string>
  /** whether it may trend; null: what is decided about its provider counts */
  trendable: boolean | null
  /** day (ms / 86400000) */
  last_used_day: number
  /** when it trended first */
  trended_at: number | null
  created_at: number
}

/** one row per link, day (ms / 86400000) and account that shared it */
export interface LinkUseTable {
  link_id: Fixed<string>
  day: Fixed<number>
  account_id: Fixed<string>
  uses: number
}

/** Scores in thousandths. */
export interface TrendTable {
  /** of the tag or the link */
  id: Fixed<string>
  /** 0: it does not trend any more, and its peak is remembered */
  score: number
  peak: number
  /** ms since 1970 */
  peak_at: number
}

/** About what rises the staff was asked already. */
export interface TrendRequestTable {
  kind: Fixed<'tag' | 'link' | 'status'>
  subject_id: Fixed<string>
  asked_at: Fixed<number>
}

export interface TrendStatusTable {
  status_id: Fixed<string>
  /** in thousandths */
  score: number
}

export interface StatusReviewTable {
  status_id: Fixed<string>
  /** whether it may trend, whatever is decided about its author */
  trendable: boolean
}

export interface AuthorReviewTable {
  account_id: Fixed<string>
  /** whether what the account writes may trend */
  trendable: boolean
}

export type FilterContext = 'home' | 'notifications' | 'public' | 'thread' | 'account'
export type FilterAction = 'warn' | 'hide' | 'blur'

export interface FilterTable {
  id: Fixed<string>
  account_id: Fixed<string>
  title: string
  context: Json<FilterContext[]>
  action: FilterAction
  expires_at: number | null
  created_at: number
}

export interface FilterKeywordTable {
  id: Fixed<string>
  filter_id: Fixed<string>
  keyword: string
  whole_word: boolean
  created_at: number
}

export interface FilterStatusTable {
  id: Fixed<string>
  filter_id: Fixed<string>
  status_id: Fixed<string>
  created_at: number
}

/** An archive of everything that somebody has here, made for them. */
export interface DataExportTable {
  id: Fixed<string>
  account_id: Fixed<string>
  state: 'waiting' | 'running' | 'ready' | 'failed' | 'expired'
  /** storage key; null: not made yet, or gone */
  file_key: string | null
  /** bytes */
  size: number | null
  total_items: number
  processed_items: number
  created_at: number
  finished_at: number | null
  /** set once it is ready */
  expires_at: number | null
}

export type ImportType =
  | 'following'
  | 'blocking'
  | 'muting'
  | 'domain_blocking'
  | 'bookmarks'
  | 'lists'
  | 'archive'

export type ImportState =
  | 'reading'
  | 'unconfirmed'
  | 'running'
  | 'finished'
  | 'cancelled'
  | 'failed'

export interface DataImportTable {
  id: Fixed<string>
  account_id: Fixed<string>
  type: Fixed<ImportType>
  mode: 'merge' | 'overwrite'
  /** of an archive: what becomes of replies to others */
  replies: 'keep' | 'skip'
  state: ImportState
  /** as the client called it */
  file_name: string
  /** storage key of an archive, as long as it is needed */
  file_key: string | null
  /** bytes */
  file_size: number
  /** bytes that came out of an archive so far */
  unpacked: number
  /** rows, those that cannot be imported too */
  total_items: number
  processed_items: number
  imported_items: number
  failed_items: number
  /** how many things of the file make no row, by reason */
  left_out: Json<Record<string, number>>
  /** why it failed as a whole, for its owner */
  error: string | null
  created_at: number
  started_at: number | null
  finished_at: number | null
}

export interface DataImportRowTable {
  id: Fixed<string>
  import_id: Fixed<string>
  account_id: Fixed<string>
  /** SHA-256 of what it is about, hex: no import has it twice */
  digest: Fixed<string>
  /** line of the file, or ms since 1970 of a post: rows are imported in this order */
  position: Fixed<number>
  data: Json<Record<string, unknown>>
  /** `skipped`: it was here already, or is left out by choice */
  state: 'waiting' | 'imported' | 'skipped' | 'failed'
  error: string | null
  /** that ended in no answer */
  attempts: number
  /** not tried before then */
  next_at: number
}

/** Which posts came from archives, so that none comes twice. */
export interface ImportedStatusTable {
  account_id: Fixed<string>
  /** SHA-256 of its federation id where it came from, hex */
  digest: Fixed<string>
  status_id: string
}

export type PushPolicy = 'all' | 'followed' | 'follower' | 'none'

/** Where one browser or app is told of notifications: it belongs to a token or to a session. */
export interface PushSubscriptionTable {
  id: Fixed<string>
  /** its id in the API: strict clients decode 31 bits (S-550) */
  number: Fixed<number>
  account_id: Fixed<string>
  /** one of the two is set */
  access_token_id: Fixed<string | null>
  session_id: Fixed<string | null>
  endpoint: string
  /** what is encrypted to, base64url: a point of P-256, and a secret */
  p256dh: string
  auth: string
  /** by RFC 8291; otherwise by the draft before it */
  standard: boolean
  /** by type of notification; what is not in here is off */
  alerts: Json<Record<string, boolean>>
  policy: PushPolicy
  /** ms since 1970 of the first failure since the last success */
  failing_since: ColumnType<number | null, number | null | undefined, number | null>
  created_at: number
}

/** The last number of each series that counts up from 1. */
export interface SeriesTable {
  name: Fixed<string>
  last: number
}

export interface InviteTable {
  id: Fixed<string>
  /** who invites */
  user_id: Fixed<string>
  code: Fixed<string>
  /** null: any number */
  max_uses: number | null
  uses: ColumnType<number, number | undefined, number>
  /** null: never */
  expires_at: number | null
  /** who comes by it follows who invites */
  autofollow: boolean
  comment: string
  created_at: number
}

/** By which invitation somebody came. */
export interface InviteUseTable {
  user_id: Fixed<string>
  invite_id: Fixed<string>
}

export interface ReportCollectionTable {
  report_id: Fixed<string>
  collection_id: Fixed<string>
}

/** Accounts that somebody recommends. */
export interface CollectionTable {
  id: Fixed<string>
  account_id: Fixed<string>
  uri: Fixed<string>
  /** page for people */
  url: string | null
  local: Fixed<boolean>
  name: string
  /** local: as typed; remote: HTML as received */
  description: string
  /** what a search looks at: name and description in lower case */
  search_text: string
  language: string | null
  sensitive: boolean
  discoverable: boolean
  tag_id: string | null
  created_at: number
  updated_at: number
}

export type CollectionItemState = 'pending' | 'accepted' | 'rejected' | 'revoked'

export interface CollectionItemTable {
  id: Fixed<string>
  collection_id: Fixed<string>
  /** null: whom a remote collection names, and who is not known yet */
  account_id: string | null
  state: CollectionItemState
  position: number
  /** federation id of a remote collection's item; null of one that was agreed to, and has not come yet */
  uri: string | null
  /** of the account */
  object_uri: Fixed<string>
  /** of the FeatureRequest */
  activity_uri: string | null
  /** of the FeatureAuthorization (FEP-7aa9) */
  approval_uri: string | null
  created_at: number
  updated_at: number
}

/** A collection that a status names by its address. */
export interface StatusCollectionTable {
  status_id: Fixed<string>
  collection_id: Fixed<string>
}

export interface AnnualReportTable {
  id: Fixed<string>
  account_id: Fixed<string>
  year: Fixed<number>
  schema_version: number
  /** null: it is being made */
  data: JsonOrNull<Record<string, unknown>>
  read_at: number | null
  created_at: number
}

/** Whose e-mail addresses nobody may sign up with; counts for its subdomains and for what hands its mail on too. */
export interface EmailDomainBlockTable {
  id: Fixed<string>
  /** in lower case, punycode */
  domain: Fixed<string>
  /** people may sign up, and staff looks at each of them */
  allow_with_approval: boolean
  created_at: Fixed<number>
}

/** Who tried to sign up all the same. */
export interface EmailDomainAttemptTable {
  block_id: Fixed<string>
  /** since 1970, UTC */
  day: Fixed<number>
  /** digest of an address; empty: all beyond those that are told apart */
  source: Fixed<string>
  uses: number
}

/** An e-mail address that nobody may sign up with, however it is spelled. */
export interface CanonicalEmailBlockTable {
  id: Fixed<string>
  /** SHA-256, hex */
  canonical_email_hash: Fixed<string>
  /** the suspended account whose address it is; null: the staff's own decision */
  account_id: string | null
  created_at: Fixed<number>
}

/** A name that nobody may take. */
export interface UsernameBlockTable {
  id: Fixed<string>
  username: Fixed<string>
  /** in lower case, digits that stand for letters spelled out */
  normalized_username: string
  /** else every name that has it in it */
  exact: boolean
  allow_with_approval: boolean
  created_at: Fixed<number>
}

/** A list of blocks that somebody else keeps. */
export interface BlockSubscriptionTable {
  id: Fixed<string>
  url: string
  name: string
  severity_limit: 'silence' | 'suspend' | 'as_given'
  /** what is no longer on the list is taken back */
  retract_on_removal: boolean
  enabled: boolean
  /** of the list as it was applied last */
  etag: string | null
  /** domains on it then */
  last_rows: number | null
  last_checked_at: number | null
  last_error: string | null
  created_at: Fixed<number>
}

/** Blocks of domains that came from a file or a list. */
export interface BlockImportTable {
  id: Fixed<string>
  subscription_id: string | null
  name: string
  source: Fixed<'file' | 'subscription'>
  mode: Fixed<'merge' | 'overwrite'>
  state: 'dry_run' | 'applied' | 'retracted'
  /** rows of the file */
  total: number
  created_at: Fixed<number>
}

/** What of a block a file says. */
export interface ImportedBlock {
  severity: DomainBlockTable['severity']
  reject_media: boolean
  reject_reports: boolean
  obfuscate: boolean
  public_comment: string | null
  private_comment: string | null
}

export interface BlockImportRowTable {
  import_id: Fixed<string>
  /** of the file, from 1 on */
  line: Fixed<number>
  domain: string | null
  /** as it is written there */
  text: string
  outcome: 'create' | 'change' | 'skip' | 'error'
  /** why it is skipped or wrong */
  reason: string | null
  given: JsonOrNull<ImportedBlock>
  /** of the block that it changes */
  before: JsonOrNull<ImportedBlock>
  /** the block that it made or changed, which may be gone */
  block_id: string | null
  /** follows of people here that end */
  followers_lost: number
  following_lost: number
  /** `standing`: it is applied, and can be taken back; `over`: nothing is left to do with it */
  state: 'planned' | 'applying' | 'standing' | 'retracting' | 'over'
}

/** What runs on another server, as it says itself; null: it does not say. */
export interface PeerSoftwareTable {
  domain: Fixed<string>
  software: string | null
  version: string | null
  asked_at: number
}
