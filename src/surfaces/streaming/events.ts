import type { EventOf } from '../../kernel/core/events.ts'

const TYPES = [
  'home.delivered',
  'status.created',
  'status.edited',
  'status.deleted',
  'reaction.added',
  'reaction.removed',
  'notification.created',
  'notifications.merged',
  'conversation.updated',
  'announcement.published',
  'announcement.reacted',
  'announcement.removed',
  'filters.changed',
  'token.revoked',
  'account.signed_out',
  'account.suspended',
  'account.deleted',
] as const

/** Events that streams use. */
export type StreamEvent = EventOf<(typeof TYPES)[number]>
export type StreamEventType = StreamEvent['type']

export const STREAM_EVENTS: readonly StreamEventType[] = TYPES
