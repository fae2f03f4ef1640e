import type { EventOf } from '../events.ts'

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

/** What streams have to do with. */
export type StreamEvent = EventOf<(typeof TYPES)[number]>
export type StreamEventType = StreamEvent['type']

export const STREAM_EVENTS: readonly StreamEventType[] = TYPES

/**
 * Carries events, ids only, to every hub that has connections: those of other processes too, where
 * there are several. In the order in which one process published them.
 */
export interface Bus {
  publish(event: StreamEvent): void
  listen(listener: (event: StreamEvent) => void): void
}

/** For one process. */
export function createLocalBus(): Bus {
  const listeners: ((event: StreamEvent) => void)[] = []
  return {
    publish(event) {
      for (const listener of listeners) listener(event)
    },
    listen: (listener) => void listeners.push(listener),
  }
}
