import { Type } from '../../../kernel/http/schema.ts'
import { NOTIFICATION_TYPES } from '../../notifications/types.ts'
import { WARNING_ACTIONS } from './admin-strikes.ts'
import {
  closed,
  count,
  flag,
  id,
  LEVEL,
  listOf,
  nullable,
  oneOf,
  optional,
  ref,
  since,
  text,
  time,
  url,
} from './kinds.ts'

const policyChoice = oneOf('accept', 'filter', 'drop')
const summary = closed({ pending_requests_count: count, pending_notifications_count: count })

/** Members that notifications and groups share, besides account and status. */
const attachments = {
  report: optional(Type.Object({})),
  event: optional(ref('RelationshipSeveranceEvent')),
  moderation_warning: optional(ref('AccountWarning')),
  collection: optional(ref('Collection')),
  annual_report: optional(closed({ year: text })),
  fallback: optional(ref('NotificationFallback')),
  /** for `pleroma:emoji_reaction` */
  emoji: optional(text),
  emoji_url: optional(nullable(url)),
}

/** Entities of notifications and push subscriptions (S-042, S-137, S-358). */
export const notificationEntities = {
  Notification: closed({
    id,
    type: oneOf(...NOTIFICATION_TYPES),
    created_at: time,
    group_key: text,
    account: ref('Account'),
    status: optional(nullable(ref('Status'))),
    ...attachments,
    filtered: optional(Type.Literal(true)),
  }),
  NotificationFallback: closed({
    title: text,
    summary: nullable(text),
    details: nullable(text),
    description: nullable(text),
  }),
  RelationshipSeveranceEvent: closed({
    id,
    type: oneOf('domain_block', 'user_domain_block', 'account_suspension'),
    purged: flag,
    target_name: text,
    followers_count: count,
    following_count: count,
    created_at: time,
  }),
  AccountWarning: closed({
    id,
    action: oneOf(...WARNING_ACTIONS),
    text,
    status_ids: nullable(listOf(id)),
    target_account: ref('Account'),
    appeal: nullable(ref('Appeal')),
    created_at: time,
  }),
  GroupedNotificationsResults: closed({
    accounts: listOf(ref('Account')),
    partial_accounts: optional(
      listOf(
        closed({
          id,
          acct: text,
          locked: flag,
          bot: flag,
          url,
          avatar: url,
          avatar_static: url,
          avatar_description: text,
        }),
      ),
    ),
    statuses: listOf(ref('Status')),
    notification_groups: listOf(ref('NotificationGroup')),
  }),
  NotificationGroup: closed({
    group_key: text,
    notifications_count: Type.Integer({ minimum: 1 }),
    type: oneOf(...NOTIFICATION_TYPES),
    // S-010
    most_recent_notification_id: Type.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
    page_min_id: optional(id),
    page_max_id: optional(id),
    latest_page_notification_at: optional(time),
    sample_account_ids: Type.Array(id, { minItems: 1 }),
    status_id: optional(id),
    ...attachments,
  }),
  NotificationRequest: closed({
    id,
    created_at: time,
    updated_at: time,
    notifications_count: Type.String({ pattern: '^\\d+$' }),
    account: ref('Account'),
    last_status: nullable(ref('Status')),
  }),
  NotificationPolicy: closed({
    for_not_following: policyChoice,
    for_not_followers: policyChoice,
    for_new_accounts: policyChoice,
    for_private_mentions: policyChoice,
    for_limited_accounts: policyChoice,
    for_bots: since(LEVEL['4.6'], policyChoice),
    summary,
  }),
  'V1::NotificationPolicy': closed({
    filter_not_following: flag,
    filter_not_followers: flag,
    filter_new_accounts: flag,
    filter_private_mentions: flag,
    filter_bots: flag,
    summary,
  }),
  '{merged}': closed({ merged: flag }),
  Conversation: closed({
    id,
    unread: flag,
    accounts: listOf(ref('Account')),
    last_status: nullable(ref('Status')),
  }),
  PushDevice: closed({
    id,
    application: nullable(text),
    browser: nullable(text),
    system: nullable(text),
    policy: oneOf('all', 'followed', 'follower', 'none'),
    kinds: count,
    failing: flag,
    created_at: time,
  }),
  WebPushSubscription: closed({
    // S-550
    id: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
    endpoint: url,
    standard: flag,
    // only the requested ones (S-491)
    alerts: Type.Object(
      Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, optional(flag)])),
      { additionalProperties: false },
    ),
    server_key: text,
    policy: oneOf('all', 'followed', 'follower', 'none'),
  }),
  Search: closed({
    accounts: listOf(ref('Account')),
    statuses: listOf(ref('Status')),
    hashtags: listOf(ref('Tag')),
    collections: optional(listOf(ref('Collection'))),
  }),
  '{count}': closed({ count: Type.Integer({ minimum: 0 }) }),
}
