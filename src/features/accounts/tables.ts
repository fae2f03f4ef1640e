import type { ColumnType } from 'kysely'
import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    account: AccountTable
    account_stats: AccountStatsTable
    actor_key: ActorKeyTable
    domain_host: DomainHostTable
    remote_actor: RemoteActorTable
    web_setting: WebSettingTable
  }
}

export type ActorType = 'Person' | 'Service' | 'Group' | 'Organization' | 'Application'

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
  /** profile page */
  url: string
  actor_type: ActorType
  display_name: string
  /** text for account search: user name and display name in lower case */
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
  /** URLs of the pictures of a remote account */
  avatar_remote_url: ColumnType<string | null, string | null | undefined, string | null>
  header_remote_url: ColumnType<string | null, string | null | undefined, string | null>
  locked: boolean
  bot: boolean
  discoverable: boolean | null
  indexable: boolean
  hide_collections: boolean
  attribution_domains: Json<string[]>
  /** which parts of the profile are shown */
  show_media: ColumnType<boolean, boolean | undefined, boolean>
  show_media_replies: ColumnType<boolean, boolean | undefined, boolean>
  show_featured: ColumnType<boolean, boolean | undefined, boolean>
  /** remote: a `FeaturePolicy` as JSON; null: none was given, so nobody may feature the account */
  feature_policy: ColumnType<string | null, string | null | undefined, string | null>
  /** federation ids of other accounts of the same person */
  also_known_as: ColumnType<string[], string | undefined, string>
  moved_to_id: string | null
  /** ms since 1970 of the last move, for its cooldown */
  moved_at: ColumnType<number | null, number | null | undefined, number | null>
  /** null while a local account waits for confirmation or approval: then nobody sees it (S-277) */
  activated_at: number | null
  suspended_at: number | null
  silenced_at: number | null
  /** set by a decision about its domain, and ended together with it */
  suspended_by_domain: ColumnType<boolean, boolean | undefined, boolean>
  silenced_by_domain: ColumnType<boolean, boolean | undefined, boolean>
  /** suspended by its own server, and not by this one */
  suspended_by_origin: ColumnType<boolean, boolean | undefined, boolean>
  sensitized_at: number | null
  /** set when deletion begins; the name is never assigned again */
  deleted_at: number | null
  memorial: boolean
  created_at: number
  /** incremented by every change of the account's JSON */
  version: ColumnType<number, number | undefined, number>
}

export interface AccountStatsTable {
  account_id: Fixed<string>
  followers_count: number
  /** followers on this server, which have timelines here */
  local_followers_count: ColumnType<number, number | undefined, number>
  following_count: number
  statuses_count: number
  /** ms since 1970 of the newest status */
  last_status_at: number | null
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

export interface WebSettingTable {
  account_id: Fixed<string>
  /** as sent by the web client */
  data: Json<Record<string, unknown>>
}

/** Endpoints of a remote account. */
export interface RemoteActorTable {
  account_id: Fixed<string>
  /** host of its id, in lower case, with a port unless it is the default */
  host: string
  inbox_uri: string
  shared_inbox_uri: string | null
  outbox_uri: string | null
  followers_uri: string | null
  following_uri: string | null
  featured_uri: string | null
  featured_tags_uri: string | null
  featured_collections_uri: ColumnType<string | null, string | null | undefined, string | null>
  /** when its collections were last fetched */
  collections_fetched_at: ColumnType<number | null, number | null | undefined, number | null>
  fetched_at: number
  /** when its latest statuses were fetched, so that its profile is not empty */
  history_fetched_at: number | null
}

/** A host that accounts of a domain have, or had; nearly always the domain itself. */
export interface DomainHostTable {
  id: Fixed<string>
  domain: Fixed<string>
  host: Fixed<string>
  /** accounts that are not deleted; written by `addToCount` */
  accounts_count: number
  /** ms since 1970 of the first account */
  first_seen_at: Fixed<number>
  /** when one of its accounts was fetched, to the hour */
  last_fetched_at: number
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
