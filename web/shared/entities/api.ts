// Made of src/features/reference/entities/ by scripts/entity-types.ts: change it there.

export type Account = {
  id: string
  username: string
  acct: string
  url: string | null
  uri: string
  display_name: string
  note: string
  avatar: string
  avatar_static: string
  avatar_description: string
  header: string
  header_static: string
  header_description: string
  locked: boolean
  bot: boolean
  group: boolean
  discoverable: boolean | null
  indexable: boolean
  noindex?: boolean
  hide_collections: boolean | null
  created_at: string
  last_status_at: string | null
  followers_count: number
  following_count: number
  statuses_count: number
  emojis: readonly CustomEmoji[]
  fields: readonly {
    name: string
    value: string
    verified_at: string | null
  }[]
  roles?: readonly AccountRole[]
  moved?: Account
  suspended?: boolean
  limited?: boolean
  memorial?: boolean
  show_media: boolean
  show_media_replies: boolean
  show_featured: boolean
  feature_approval: {
    automatic: readonly string[]
    manual: readonly string[]
    current_user: string
  }
}

export type CredentialAccount = {
  id: string
  username: string
  acct: string
  url: string | null
  uri: string
  display_name: string
  note: string
  avatar: string
  avatar_static: string
  avatar_description: string
  header: string
  header_static: string
  header_description: string
  locked: boolean
  bot: boolean
  group: boolean
  discoverable: boolean | null
  indexable: boolean
  noindex?: boolean
  hide_collections: boolean | null
  created_at: string
  last_status_at: string | null
  followers_count: number
  following_count: number
  statuses_count: number
  emojis: readonly CustomEmoji[]
  fields: readonly {
    name: string
    value: string
    verified_at: string | null
  }[]
  roles?: readonly AccountRole[]
  moved?: Account
  suspended?: boolean
  limited?: boolean
  memorial?: boolean
  show_media: boolean
  show_media_replies: boolean
  show_featured: boolean
  feature_approval: {
    automatic: readonly string[]
    manual: readonly string[]
    current_user: string
  }
  source: {
    privacy: 'public' | 'unlisted' | 'private' | 'direct'
    sensitive: boolean
    language: string | null
    quote_policy: 'public' | 'followers' | 'nobody'
    note: string
    fields: readonly {
      name: string
      value: string
      verified_at?: string | null
    }[]
    follow_requests_count: number
    hide_collections: boolean | null
    discoverable: boolean | null
    indexable: boolean
    attribution_domains: readonly string[]
  }
  role: Role
}

export type MutedAccount = {
  id: string
  username: string
  acct: string
  url: string | null
  uri: string
  display_name: string
  note: string
  avatar: string
  avatar_static: string
  avatar_description: string
  header: string
  header_static: string
  header_description: string
  locked: boolean
  bot: boolean
  group: boolean
  discoverable: boolean | null
  indexable: boolean
  noindex?: boolean
  hide_collections: boolean | null
  created_at: string
  last_status_at: string | null
  followers_count: number
  following_count: number
  statuses_count: number
  emojis: readonly CustomEmoji[]
  fields: readonly {
    name: string
    value: string
    verified_at: string | null
  }[]
  roles?: readonly AccountRole[]
  moved?: Account
  suspended?: boolean
  limited?: boolean
  memorial?: boolean
  show_media: boolean
  show_media_replies: boolean
  show_featured: boolean
  feature_approval: {
    automatic: readonly string[]
    manual: readonly string[]
    current_user: string
  }
  mute_expires_at: string | null
}

export type AccountRole = {
  id: string
  name: string
  color: string
}

export type Role = {
  id: string
  name: string
  color: string
  permissions: string
  highlighted: boolean
  position?: number
  collection_limit: number
}

export type Relationship = {
  id: string
  following: boolean
  showing_reblogs: boolean
  notifying: boolean
  languages: readonly string[] | null
  followed_by: boolean
  blocking: boolean
  blocked_by: boolean
  muting: boolean
  muting_notifications: boolean
  muting_expires_at: string | null
  requested: boolean
  requested_by: boolean
  domain_blocking: boolean
  endorsed: boolean
  note: string
}

export type FamiliarFollowers = {
  id: string
  accounts: readonly Account[]
}

export type Suggestion = {
  source: 'staff' | 'past_interactions' | 'global'
  sources: readonly (
    | 'featured'
    | 'most_followed'
    | 'most_interactions'
    | 'similar_to_recently_followed'
    | 'friends_of_friends'
  )[]
  account: Account
}

export type Report = {
  id: string
  action_taken: boolean
  action_taken_at: string | null
  category: 'spam' | 'legal' | 'violation' | 'other'
  comment: string
  forwarded: boolean
  created_at: string
  status_ids: readonly string[] | null
  rule_ids: readonly string[] | null
  collection_ids: readonly string[] | null
  target_account: Account
}

export type Preferences = {
  'posting:default:visibility': 'public' | 'unlisted' | 'private' | 'direct'
  'posting:default:sensitive': boolean
  'posting:default:language': string | null
  'posting:default:quote_policy': 'public' | 'followers' | 'nobody'
  'reading:expand:media': 'default' | 'show_all' | 'hide_all'
  'reading:expand:spoilers': boolean
  'reading:autoplay:gifs': boolean
}

export type PreviewCardProvider = {
  id: string
  domain: string
  trendable: boolean | null
  reviewed_at: string | null
  requested_review_at: string | null
  requires_review: boolean
}

export type Appeal = {
  text: string
  state: 'pending' | 'approved' | 'rejected'
}

export type Announcement = {
  id: string
  content: string
  starts_at: string | null
  ends_at: string | null
  all_day: boolean
  published_at: string
  updated_at: string
  read?: boolean
  mentions: readonly {
    id: string
    username: string
    url: string
    acct: string
  }[]
  statuses: readonly {
    id: string
    url: string
  }[]
  tags: readonly {
    name: string
    url: string
  }[]
  emojis: readonly CustomEmoji[]
  reactions: readonly Reaction[]
}

export type Reaction = {
  name: string
  count: number
  me?: boolean
  url?: string
  static_url?: string
}

export type Filter = {
  id: string
  title: string
  context: readonly ('home' | 'notifications' | 'public' | 'thread' | 'account')[]
  expires_at: string | null
  filter_action: 'warn' | 'hide' | 'blur'
  keywords: readonly FilterKeyword[]
  statuses: readonly FilterStatus[]
}

export type FilterKeyword = {
  id: string
  keyword: string
  whole_word: boolean
}

export type FilterStatus = {
  id: string
  status_id: string
}

export type FilterResult = {
  filter: {
    id: string
    title: string
    context: readonly ('home' | 'notifications' | 'public' | 'thread' | 'account')[]
    expires_at: string | null
    filter_action: 'warn' | 'hide' | 'blur'
  }
  keyword_matches: readonly string[] | null
  status_matches: readonly string[] | null
}

export type V1Filter = {
  id: string
  phrase: string
  context: readonly ('home' | 'notifications' | 'public' | 'thread' | 'account')[]
  whole_word: boolean
  expires_at: string | null
  irreversible: boolean
}

export type Collection = {
  id: string
  account_id: string
  uri: string
  url: string | null
  name: string
  description: string
  language: string | null
  local: boolean
  sensitive: boolean
  discoverable: boolean
  tag: {
    name: string
    url: string
  } | null
  item_count: number
  items: readonly {
    id: string
    account_id?: string
    state: 'pending' | 'accepted' | 'rejected' | 'revoked'
    created_at: string
  }[]
  created_at: string
  updated_at: string
}

export type AccountPreferences = {
  locale: string
  time_zone: string | null
  default_privacy: 'public' | 'unlisted' | 'private'
  default_quote_policy: 'public' | 'followers' | 'nobody'
  default_language: string | null
  default_sensitive: boolean
  expand_media: 'default' | 'show_all' | 'hide_all'
  expand_spoilers: boolean
  autoplay_gifs: boolean
  digest_days: number
  digest_after_days: number
}

export type ChosenLanguages = {
  languages: readonly string[]
}

export type CollectionItem = {
  id: string
  account_id?: string
  state: 'pending' | 'accepted' | 'rejected' | 'revoked'
  created_at: string
}

export type CollectionReply = {
  collection: Collection
}

export type CollectionsReply = {
  collections: readonly Collection[]
}

export type CollectionItemReply = {
  collection_item: CollectionItem
}

export type CollectionWithAccounts = {
  collection: Collection
  accounts: readonly Account[]
}

export type AnnualReportState = {
  state: 'available' | 'generating' | 'eligible' | 'ineligible'
}

export type Profile = {
  id: string
  display_name: string
  note: string
  fields: readonly {
    name: string
    value: string
    verified_at: string | null
  }[]
  formatted_note: string
  formatted_fields: readonly {
    name: string
    value: string
    verified_at: string | null
  }[]
  avatar: string | null
  avatar_static: string | null
  avatar_description: string
  header: string | null
  header_static: string | null
  header_description: string
  locked: boolean
  bot: boolean
  hide_collections: boolean | null
  discoverable: boolean | null
  indexable: boolean
  show_media: boolean
  show_media_replies: boolean
  show_featured: boolean
  attribution_domains: readonly string[]
  featured_tags: readonly FeaturedTag[]
}

export type AnnualReport = {
  year: number
  data: {
    archetype: 'lurker' | 'booster' | 'pollster' | 'replier' | 'oracle'
    time_series: readonly {
      month: number
      statuses: number
      followers: number
    }[]
    top_hashtags: readonly {
      name: string
      count: number
    }[]
    top_statuses: {
      by_reblogs: string | null
      by_replies: string | null
      by_favourites: string | null
    }
  }
  schema_version: 2
  share_url: string | null
  account_id: string
}

export type WrappedAnnualReports = {
  annual_reports: readonly {
    year: number
    data: {
      archetype: 'lurker' | 'booster' | 'pollster' | 'replier' | 'oracle'
      time_series: readonly {
        month: number
        statuses: number
        followers: number
      }[]
      top_hashtags: readonly {
        name: string
        count: number
      }[]
      top_statuses: {
        by_reblogs: string | null
        by_replies: string | null
        by_favourites: string | null
      }
    }
    schema_version: 2
    share_url: string | null
    account_id: string
  }[]
  accounts: readonly Account[]
  statuses: readonly Status[]
}

export type Instance = {
  domain: string
  title: string
  version: string
  source_url: string
  description: string
  usage: {
    users: {
      active_month: number
    }
  }
  thumbnail: {
    url: string
    blurhash?: string | null
    versions?: {
      '@1x'?: string
      '@2x'?: string
    }
    description?: string | null
  }
  icon: readonly {
    src: string
    size: string
  }[]
  languages: readonly string[]
  configuration: {
    urls: {
      streaming: string
      status: string | null
      about: string | null
      privacy_policy: string | null
      terms_of_service: string | null
    }
    vapid: {
      public_key: string
    }
    accounts: {
      max_display_name_length: number
      max_note_length: number
      max_avatar_description_length: number
      max_header_description_length: number
      max_featured_tags: 10
      max_pinned_statuses: 5
      max_profile_fields: number
      profile_field_name_limit: number
      profile_field_value_limit: number
    }
    statuses: {
      max_characters: number
      max_media_attachments: number
      characters_reserved_per_url: 23
    }
    media_attachments: {
      description_limit: number
      image_size_limit: number
      image_matrix_limit: number
      video_size_limit: number
      video_matrix_limit: number
      video_frame_rate_limit: number
      supported_mime_types: readonly string[]
    }
    polls: {
      max_options: number
      max_characters_per_option: number
      min_expiration: number
      max_expiration: number
    }
    translation: {
      enabled: boolean
    }
    gifs?: {
      provider: 'giphy' | 'klipy'
    }
    timelines_access: {
      live_feeds: {
        local: 'public' | 'authenticated' | 'disabled'
        remote: 'public' | 'authenticated' | 'disabled'
      }
      hashtag_feeds: {
        local: 'public' | 'authenticated' | 'disabled'
        remote: 'public' | 'authenticated' | 'disabled'
      }
      trending_link_feeds: {
        local: 'public' | 'authenticated' | 'disabled'
        remote: 'public' | 'authenticated' | 'disabled'
      }
    }
    limited_federation: boolean
  }
  registrations: {
    enabled: boolean
    approval_required: boolean
    reason_required: boolean | null
    message: string | null
    min_age: number | null
    url: string | null
  }
  api_versions: {
    mastodon: number
  }
  contact: {
    email: string
    account: Account | null
  }
  rules: readonly Rule[]
  wrapstodon: string | null
}

export type V1Instance = {
  uri: string
  title: string
  short_description: string
  description: string
  email: string
  version: string
  urls: {
    streaming_api: string
  }
  stats: {
    user_count: number
    status_count: number
    domain_count: number
  }
  thumbnail: string | null
  languages: readonly string[]
  registrations: boolean
  approval_required: boolean
  invites_enabled: boolean
  configuration: {
    accounts: {
      max_featured_tags: 10
    }
    statuses: {
      max_characters: number
      max_media_attachments: number
      characters_reserved_per_url: 23
    }
    media_attachments: {
      description_limit: number
      image_size_limit: number
      image_matrix_limit: number
      video_size_limit: number
      video_matrix_limit: number
      video_frame_rate_limit: number
      supported_mime_types: readonly string[]
    }
    polls: {
      max_options: number
      max_characters_per_option: number
      min_expiration: number
      max_expiration: number
    }
  }
  contact_account: Account | null
  rules: readonly Rule[]
}

export type Rule = {
  id: string
  text: string
  hint: string
  translations: Record<
    string,
    {
      text: string
      hint: string
    }
  >
}

export type DomainBlock = {
  domain: string
  digest: string
  severity: 'silence' | 'suspend'
  comment?: string | null
}

export type ExtendedDescription = {
  updated_at: string | null
  content: string
}

export type PrivacyPolicy = {
  updated_at: string
  content: string
}

export type TermsOfService = {
  effective_date: string
  effective: boolean
  content: string
  succeeded_by: string | null
}

export type InstanceActivity = {
  week: string
  statuses: string
  logins: string
  registrations: string
}

export type Language = {
  code: string
  name: string
}

export type TranslationLanguages = Record<string, readonly string[]>

export type Marker = {
  last_read_id: string
  version: number
  updated_at: string
}

export type Markers = {
  home?: Marker
  notifications?: Marker
}

export type MediaAttachment = {
  id: string
  type: 'unknown' | 'image' | 'gifv' | 'video' | 'audio'
  url: string | null
  preview_url: string | null
  remote_url: string | null
  preview_remote_url?: string | null
  text_url?: string | null
  meta: {
    original?: {
      width?: number
      height?: number
      size?: string
      aspect?: number
      frame_rate?: string
      duration?: number
      bitrate?: number
    }
    small?: {
      width?: number
      height?: number
      size?: string
      aspect?: number
      frame_rate?: string
      duration?: number
      bitrate?: number
    }
    focus?: {
      x: number
      y: number
    }
  } | null
  description: string | null
  blurhash: string | null
}

export type Gif = {
  id: string
  description: string
  width: number
  height: number
  preview_url: string
  static_url: string
}

export type JRD = {
  subject: string
  aliases: readonly string[]
  links: readonly {
    rel: string
    type?: string
    href?: string
    template?: string
  }[]
}

export type Notification = {
  id: string
  type:
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
  created_at: string
  group_key: string
  account: Account
  status?: Status | null
  report?: Record<string, unknown>
  event?: RelationshipSeveranceEvent
  moderation_warning?: AccountWarning
  collection?: Collection
  annual_report?: {
    year: string
  }
  fallback?: NotificationFallback
  emoji?: string
  emoji_url?: string | null
  filtered?: true
}

export type NotificationFallback = {
  title: string
  summary: string | null
  details: string | null
  description: string | null
}

export type RelationshipSeveranceEvent = {
  id: string
  type: 'domain_block' | 'user_domain_block' | 'account_suspension'
  purged: boolean
  target_name: string
  followers_count: number
  following_count: number
  created_at: string
}

export type AccountWarning = {
  id: string
  action:
    | 'none'
    | 'disable'
    | 'mark_statuses_as_sensitive'
    | 'delete_statuses'
    | 'sensitive'
    | 'silence'
    | 'suspend'
  text: string
  status_ids: readonly string[] | null
  target_account: Account
  appeal: Appeal | null
  created_at: string
}

export type GroupedNotificationsResults = {
  accounts: readonly Account[]
  partial_accounts?: readonly {
    id: string
    acct: string
    locked: boolean
    bot: boolean
    url: string
    avatar: string
    avatar_static: string
    avatar_description: string
  }[]
  statuses: readonly Status[]
  notification_groups: readonly NotificationGroup[]
}

export type NotificationGroup = {
  group_key: string
  notifications_count: number
  type:
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
  most_recent_notification_id: number
  page_min_id?: string
  page_max_id?: string
  latest_page_notification_at?: string
  sample_account_ids: readonly string[]
  status_id?: string
  report?: Record<string, unknown>
  event?: RelationshipSeveranceEvent
  moderation_warning?: AccountWarning
  collection?: Collection
  annual_report?: {
    year: string
  }
  fallback?: NotificationFallback
  emoji?: string
  emoji_url?: string | null
}

export type NotificationRequest = {
  id: string
  created_at: string
  updated_at: string
  notifications_count: string
  account: Account
  last_status: Status | null
}

export type NotificationPolicy = {
  for_not_following: 'accept' | 'filter' | 'drop'
  for_not_followers: 'accept' | 'filter' | 'drop'
  for_new_accounts: 'accept' | 'filter' | 'drop'
  for_private_mentions: 'accept' | 'filter' | 'drop'
  for_limited_accounts: 'accept' | 'filter' | 'drop'
  for_bots: 'accept' | 'filter' | 'drop'
  summary: {
    pending_requests_count: number
    pending_notifications_count: number
  }
}

export type V1NotificationPolicy = {
  filter_not_following: boolean
  filter_not_followers: boolean
  filter_new_accounts: boolean
  filter_private_mentions: boolean
  filter_bots: boolean
  summary: {
    pending_requests_count: number
    pending_notifications_count: number
  }
}

export type Conversation = {
  id: string
  unread: boolean
  accounts: readonly Account[]
  last_status: Status | null
}

export type PushDevice = {
  id: string
  application: string | null
  browser: string | null
  system: string | null
  policy: 'all' | 'followed' | 'follower' | 'none'
  kinds: number
  failing: boolean
  created_at: string
}

export type WebPushSubscription = {
  id: number
  endpoint: string
  standard: boolean
  alerts: {
    mention?: boolean
    status?: boolean
    reblog?: boolean
    follow?: boolean
    follow_request?: boolean
    favourite?: boolean
    poll?: boolean
    update?: boolean
    severed_relationships?: boolean
    moderation_warning?: boolean
    annual_report?: boolean
    'admin.sign_up'?: boolean
    'admin.report'?: boolean
    quote?: boolean
    quoted_update?: boolean
    added_to_collection?: boolean
    collection_update?: boolean
    'pleroma:emoji_reaction'?: boolean
  }
  server_key: string
  policy: 'all' | 'followed' | 'follower' | 'none'
}

export type Search = {
  accounts: readonly Account[]
  statuses: readonly Status[]
  hashtags: readonly Tag[]
  collections?: readonly Collection[]
}

export type Application = {
  id: string
  name: string
  website: string | null
  scopes: readonly string[]
  redirect_uris: readonly string[]
  redirect_uri: string
  vapid_key: string
}

export type CredentialApplication = {
  id: string
  name: string
  website: string | null
  scopes: readonly string[]
  redirect_uris: readonly string[]
  redirect_uri: string
  vapid_key: string
  client_id: string
  client_secret: string
  client_secret_expires_at: 0
}

export type Token = {
  access_token: string
  token_type: 'Bearer'
  scope: string
  created_at: number
}

export type Alias = {
  uri: string
  acct: string | null
}

export type Archive = {
  id: string
  state: 'waiting' | 'running' | 'ready' | 'failed' | 'expired'
  size: number | null
  total_items: number
  processed_items: number
  created_at: string
  finished_at: string | null
  expires_at: string | null
}

export type Import = {
  id: string
  type: 'following' | 'blocking' | 'muting' | 'domain_blocking' | 'bookmarks' | 'lists' | 'archive'
  mode: 'merge' | 'overwrite'
  replies: 'keep' | 'skip'
  state: 'reading' | 'unconfirmed' | 'running' | 'finished' | 'cancelled' | 'failed'
  file_name: string
  total_items: number
  processed_items: number
  imported_items: number
  skipped_items: number
  failed_items: number
  left_out: Record<string, number>
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type ImportDetails = {
  id: string
  type: 'following' | 'blocking' | 'muting' | 'domain_blocking' | 'bookmarks' | 'lists' | 'archive'
  mode: 'merge' | 'overwrite'
  replies: 'keep' | 'skip'
  state: 'reading' | 'unconfirmed' | 'running' | 'finished' | 'cancelled' | 'failed'
  file_name: string
  total_items: number
  processed_items: number
  imported_items: number
  skipped_items: number
  failed_items: number
  left_out: Record<string, number>
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  preview: readonly {
    line: number | null
    text: string
    error: string | null
  }[]
  problems: readonly {
    line: number | null
    text: string
    error: string | null
  }[]
}

export type BrowserAccount = {
  current: boolean
  account: Account
}

export type DeliveryReport = {
  accepted: number
  waiting: number
  failed: number
  deliveries: readonly {
    id: string
    host: string
    activity: string
    state: 'accepted' | 'waiting' | 'failed'
    attempts: number
    last_status: number | null
    last_error: string | null
    next_at: string | null
    updated_at: string
  }[]
}

export type Invite = {
  id: string
  code: string
  url: string
  max_uses: number | null
  uses: number
  expires_at: string | null
  autofollow: boolean
  comment: string
  valid: boolean
  created_at: string
}

export type StatusReaction = {
  name: string
  count: number
  me: boolean
  url: string | null
  static_url: string | null
  accounts: readonly Account[]
}

export type Status = {
  id: string
  uri: string
  url: string | null
  created_at: string
  edited_at: string | null
  account: Account
  visibility: 'public' | 'unlisted' | 'private' | 'direct'
  sensitive: boolean
  spoiler_text: string
  language: string | null
  in_reply_to_id: string | null
  in_reply_to_account_id: string | null
  media_attachments: readonly MediaAttachment[]
  mentions: readonly {
    id: string
    username: string
    url: string
    acct: string
  }[]
  tags: readonly {
    name: string
    url: string
  }[]
  emojis: readonly CustomEmoji[]
  replies_count: number
  reblogs_count: number
  favourites_count: number
  quotes_count: number
  reblog: Status | null
  quote: Quote | null
  quote_approval: {
    automatic: readonly string[]
    manual: readonly string[]
    current_user: string
  }
  tagged_collections: readonly Record<string, unknown>[]
  emoji_reactions: readonly {
    name: string
    count: number
    me: boolean
    url: string | null
    static_url: string | null
  }[]
  poll: Poll | null
  card: PreviewCard | null
  application?: {
    name: string
    website: string | null
  } | null
  favourited?: boolean
  reblogged?: boolean
  muted?: boolean
  bookmarked?: boolean
  pinned?: boolean
  filtered?: readonly FilterResult[]
  content: string
  held?: boolean
}

export type DeletedStatus = {
  id: string
  uri: string
  url: string | null
  created_at: string
  edited_at: string | null
  account: Account
  visibility: 'public' | 'unlisted' | 'private' | 'direct'
  sensitive: boolean
  spoiler_text: string
  language: string | null
  in_reply_to_id: string | null
  in_reply_to_account_id: string | null
  media_attachments: readonly MediaAttachment[]
  mentions: readonly {
    id: string
    username: string
    url: string
    acct: string
  }[]
  tags: readonly {
    name: string
    url: string
  }[]
  emojis: readonly CustomEmoji[]
  replies_count: number
  reblogs_count: number
  favourites_count: number
  quotes_count: number
  reblog: Status | null
  quote: Quote | null
  quote_approval: {
    automatic: readonly string[]
    manual: readonly string[]
    current_user: string
  }
  tagged_collections: readonly Record<string, unknown>[]
  emoji_reactions: readonly {
    name: string
    count: number
    me: boolean
    url: string | null
    static_url: string | null
  }[]
  poll: Poll | null
  card: PreviewCard | null
  application?: {
    name: string
    website: string | null
  } | null
  favourited?: boolean
  reblogged?: boolean
  muted?: boolean
  bookmarked?: boolean
  pinned?: boolean
  filtered?: readonly FilterResult[]
  text: string
}

export type Context = {
  ancestors: readonly Status[]
  descendants: readonly Status[]
}

export type StatusSource = {
  id: string
  text: string
  spoiler_text: string
}

export type StatusEdit = {
  account: Account
  content: string
  created_at: string
  emojis: readonly CustomEmoji[]
  media_attachments: readonly MediaAttachment[]
  poll?: {
    options: readonly {
      title: string
    }[]
  } | null
  quote?: Quote | null
  sensitive: boolean
  spoiler_text: string
}

export type Quote = {
  state: string
  quoted_status?: Status | null
  quoted_status_id?: string | null
}

export type Poll = {
  id: string
  expires_at: string | null
  expired: boolean
  multiple: boolean
  votes_count: number
  voters_count: number | null
  options: readonly {
    title: string
    votes_count: number | null
  }[]
  emojis: readonly CustomEmoji[]
  voted?: boolean
  own_votes?: readonly number[]
}

export type PreviewCard = {
  url: string
  title: string
  description: string
  language: string | null
  type: 'link' | 'photo' | 'video' | 'rich'
  author_name: string
  author_url: string
  authors: readonly {
    name: string
    url: string
    account: Account | null
  }[]
  provider_name: string
  provider_url: string
  html: string
  width: number
  height: number
  image: string | null
  image_description: string
  embed_url: string
  blurhash: string | null
  published_at: string | null
  missing_attribution?: boolean
}

export type TrendsLink = {
  url: string
  title: string
  description: string
  language: string | null
  type: 'link' | 'photo' | 'video' | 'rich'
  author_name: string
  author_url: string
  authors: readonly {
    name: string
    url: string
    account: Account | null
  }[]
  provider_name: string
  provider_url: string
  html: string
  width: number
  height: number
  image: string | null
  image_description: string
  embed_url: string
  blurhash: string | null
  published_at: string | null
  missing_attribution?: boolean
  history: readonly {
    day: string
    uses: string
    accounts: string
  }[]
}

export type CustomEmoji = {
  shortcode: string
  url: string
  static_url: string
  visible_in_picker: boolean
  category?: string
}

export type List = {
  id: string
  title: string
  replies_policy: 'list' | 'followed' | 'none'
  exclusive: boolean
}

export type Tag = {
  id: string
  name: string
  url: string
  history: readonly {
    day: string
    uses: string
    accounts: string
  }[]
  following?: boolean
  featuring?: boolean
}

export type OEmbed = {
  type: 'rich'
  version: '1.0'
  title: string
  author_name: string
  author_url: string
  provider_name: string
  provider_url: string
  cache_age: number
  html: string
  width: number
  height: number | null
}

export type ScheduledStatus = {
  id: string
  scheduled_at: string
  params: {
    text: string
    visibility: 'public' | 'unlisted' | 'private' | 'direct'
    spoiler_text: string | null
    sensitive: boolean | null
    language: string | null
    media_ids: readonly string[] | null
    poll: {
      options: readonly string[]
      expires_in: number
      multiple: boolean
      hide_totals: boolean
    } | null
    in_reply_to_id: string | null
    quoted_status_id: string | null
    quote_approval_policy: 'public' | 'followers' | 'nobody' | null
    allowed_mentions: readonly string[] | null
    application_id: number | null
    scheduled_at: string | null
    idempotency: string | null
    with_rate_limit: boolean
  }
  media_attachments: readonly MediaAttachment[]
  error?: string
  thread_id?: string
}

export type ScheduledThread = {
  id: string
  scheduled_at: string
  posts: readonly ScheduledStatus[]
}

export type Draft = {
  id: string
  client_id: string | null
  created_at: string
  updated_at: string
  in_reply_to_id: string | null
  quoted_status_id: string | null
  visibility: 'public' | 'unlisted' | 'private' | 'direct' | null
  quote_approval_policy: 'public' | 'followers' | 'nobody' | null
  language: string | null
  scheduled_at: string | null
  posts: readonly {
    text: string
    spoiler_text: string
    sensitive: boolean
    media_attachments: readonly MediaAttachment[]
    poll: {
      options: readonly string[]
      expires_in: number
      multiple: boolean
      hide_totals: boolean
    } | null
  }[]
}

export type Translation = {
  content: string
  spoiler_text: string
  language: string
  detected_source_language: string
  provider: string
  poll: {
    id: string
    options: readonly {
      title: string
    }[]
  } | null
  media_attachments: readonly {
    id: string
    description: string
  }[]
}

export type AsyncRefresh = {
  id: string
  status: 'running' | 'finished'
  result_count: number | null
}

export type FeaturedTag = {
  id: string
  name: string
  url: string
  statuses_count: string
  last_status_at: string | null
}
