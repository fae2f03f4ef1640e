import { renderConversations } from '../conversations/serializer.ts'
import { covers } from '../http/scopes.ts'
import { findNotification } from '../notifications/queries.ts'
import { renderNotifications } from '../notifications/serializer.ts'
import { EMOJI_REACTION } from '../notifications/types.ts'
import { broadcast } from './broadcast.ts'
import { ownChannel } from './channels.ts'
import { createMessage } from './messages.ts'
import type { Streams, Subscription } from './registry.ts'

/** Brings a notification to its account, except where a token may not read them (S-461). */
export async function streamNotification(
  { app, registry }: Streams,
  { accountId, notificationId }: { accountId: string; notificationId: string },
): Promise<void> {
  const listening = listenersOf({ app, registry }, accountId)
  if (listening.length === 0) return
  const row = await findNotification(app.db, accountId, notificationId)
  // who listens cannot say that they know reactions, which are no type of Mastodon's
  if (row === null || row.filtered || row.type === EMOJI_REACTION) return
  const [text] = await renderNotifications(app, { id: accountId }, [row])
  if (text) await broadcast(createMessage('notification', text), listening)
}

/** Tells an account that what it accepted is among its notifications; S-468 gives the payload. */
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

/** Brings a conversation to its account's `direct` streams. */
export async function streamConversation(
  { app, registry }: Streams,
  { accountId, accountConversationId }: { accountId: string; accountConversationId: string },
): Promise<void> {
  const listening = registry.listeners(ownChannel('direct', accountId))
  if (listening.size === 0) return
  const [text] = await renderConversations(app, { id: accountId }, [accountConversationId])
  if (text !== undefined) await broadcast(createMessage('conversation', text), listening)
}

/** Tells an account's `user` streams that what it filters is another (S-480). */
export async function streamFiltersChanged(
  { registry }: Streams,
  { accountId }: { accountId: string },
): Promise<void> {
  const listening = registry.listeners(ownChannel('user', accountId))
  await broadcast(createMessage('filters_changed', null), listening)
}
