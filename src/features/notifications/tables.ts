import type { ColumnType } from 'kysely'
import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    notification: NotificationTable
    notification_merge: NotificationPairTable
    notification_permission: NotificationPairTable
    notification_policy: NotificationPolicyTable
    notification_request: NotificationRequestTable
    push_subscription: PushSubscriptionTable
  }
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
  /** hidden from its account until the sender is accepted; a filtered one is never in a group */
  filtered: boolean
  /** the newest of its group; always true without a group */
  newest: ColumnType<boolean, boolean | undefined, boolean>
  created_at: number
}

export type PolicyChoice = 'accept' | 'filter' | 'drop'

export interface NotificationPolicyTable {
  account_id: Fixed<string>
  for_not_following: PolicyChoice
  for_not_followers: PolicyChoice
  for_new_accounts: PolicyChoice
  for_private_mentions: PolicyChoice
  for_limited_accounts: PolicyChoice
  for_bots: PolicyChoice
}

/** An account whose notifications are filtered until the recipient decides. */
export interface NotificationRequestTable {
  id: Fixed<string>
  account_id: Fixed<string>
  from_account_id: Fixed<string>
  last_status_id: string | null
  created_at: Fixed<number>
  updated_at: number
}

/** Senders whose notifications an account accepts, and senders whose notifications are being merged. */
export interface NotificationPairTable {
  account_id: Fixed<string>
  from_account_id: Fixed<string>
  created_at: Fixed<number>
}

export type PushPolicy = 'all' | 'followed' | 'follower' | 'none'

/** The push endpoint of one browser or app; it belongs to a token or to a session. */
export interface PushSubscriptionTable {
  id: Fixed<string>
  /** its id in the API: strict clients decode 31 bits (S-550) */
  number: Fixed<number>
  account_id: Fixed<string>
  /** exactly one of the two is set */
  access_token_id: Fixed<string | null>
  session_id: Fixed<string | null>
  endpoint: string
  /** encryption keys, base64url: a P-256 point, and a secret */
  p256dh: string
  auth: string
  /** encrypted by RFC 8291; otherwise by the draft before it */
  standard: boolean
  /** by type of notification; missing types are off */
  alerts: Json<Record<string, boolean>>
  policy: PushPolicy
  /** ms since 1970 of the first failure since the last success */
  failing_since: ColumnType<number | null, number | null | undefined, number | null>
  created_at: number
}
