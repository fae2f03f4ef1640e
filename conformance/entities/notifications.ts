import { Type } from 'typebox'
import { closed, flag, id, listOf, nullable, oneOf, optional, ref, text, time } from './kinds.ts'

/** S-136 */
export const NOTIFICATION_TYPES =
  'mention status reblog follow follow_request favourite poll update severed_relationships ' +
  'moderation_warning annual_report admin.sign_up admin.report quote quoted_update ' +
  'added_to_collection collection_update'

/** Entities of what people are told (S-042, S-137, S-358). */
export const notificationEntities = {
  Notification: closed({
    id,
    type: oneOf(...NOTIFICATION_TYPES.split(' ')),
    created_at: time,
    group_key: text,
    account: ref('Account'),
    status: optional(nullable(ref('Status'))),
    report: optional(Type.Object({})),
    event: optional(Type.Object({})),
    moderation_warning: optional(Type.Object({})),
    collection: optional(Type.Object({})),
    annual_report: optional(Type.Object({})),
    fallback: optional(Type.Object({ title: text })),
    filtered: optional(Type.Literal(true)),
  }),
  Conversation: closed({
    id,
    unread: flag,
    accounts: listOf(ref('Account')),
    last_status: nullable(ref('Status')),
  }),
  Search: closed({
    accounts: listOf(ref('Account')),
    statuses: listOf(ref('Status')),
    hashtags: listOf(ref('Tag')),
    collections: optional(listOf(Type.Object({}))),
  }),
  '{count}': closed({ count: Type.Integer({ minimum: 0 }) }),
}
