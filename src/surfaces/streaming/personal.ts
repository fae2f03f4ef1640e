import { renderConversations } from '../../features/conversations/serializer.ts'
import { findNotification } from '../../features/notifications/queries.ts'
import { renderNotifications } from '../../features/notifications/serializer.ts'
import { OURS } from '../../features/notifications/types.ts'
import { covers } from '../../kernel/http/scopes.ts'
import { broadcast } from './broadcast.ts'
import { ownChannel } from './channels.ts'
import { createMessage } from './messages.ts'
import type { Streams, Subscription } from './registry.ts'

/** Sends a notification to its account's streams, except those whose token may not read notifications (S-461). */
export async function streamNotification(
  { app, registry }: Streams,
  { accountId, notificationId }: { accountId: string; notificationId: string },
): Promise<void> {
  const listening = listenersOf({ app, registry }, accountId)
  if (listening.length === 0) return
  const row = await findNotification(app.db, accountId, notificationId)
  // a stream cannot declare that its client knows types that Mastodon does not have
  if (row === null || row.filtered || OURS.includes(row.type)) return
  const [text] = await renderNotifications(app, { id: accountId }, [row])
  if (text) await broadcast(createMessage('notification', text), listening)
}

/** Reports that the notifications of accepted requests are in the account's list now; S-468 gives the payload. */
export async function streamMerged(
  { app, registry }: Streams,
  { accountId }: { accountId: string },
): Promise<void> {
  const message = createMessage('notifications_merged', '1')
  await broadcast(message, listenersOf({ app, registry }, accountId))
}

function listenersOf({ registry }: Streams, accountId: string): Subscription[] {
  return [
    ...registry.listeners(ownChannel('user', accountId)),
    ...registry.listeners(ownChannel('user:notification', accountId)),
  ].filter(({ connection }) => covers(connection.streamer.scopes, 'read:notifications'))
}

/** Sends a conversation to its account's `direct` streams. */
export async function streamConversation(
  { app, registry }: Streams,
  { accountId, accountConversationId }: { accountId: string; accountConversationId: string },
): Promise<void> {
  const listening = registry.listeners(ownChannel('direct', accountId))
  if (listening.size === 0) return
  const [text] = await renderConversations(app, { id: accountId }, [accountConversationId])
  if (text !== undefined) await broadcast(createMessage('conversation', text), listening)
}

/** Reports to an account's `user` streams that its filters changed (S-480). */
export async function streamFiltersChanged(
  { registry }: Streams,
  { accountId }: { accountId: string },
): Promise<void> {
  const listening = registry.listeners(ownChannel('user', accountId))
  await broadcast(createMessage('filters_changed', null), listening)
}
