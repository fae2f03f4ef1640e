import { renderConversations } from '../conversations/serializer.ts'
import { covers } from '../http/scopes.ts'
import { findNotification } from '../notifications/queries.ts'
import { renderNotifications } from '../notifications/serializer.ts'
import { broadcast } from './broadcast.ts'
import { ownChannel } from './channels.ts'
import { createMessage } from './messages.ts'
import type { Streams } from './registry.ts'

/** Brings a notification to its account, except where a token may not read them (S-461). */
export async function streamNotification(
  { app, registry }: Streams,
  { accountId, notificationId }: { accountId: string; notificationId: string },
): Promise<void> {
  const listening = [
    ...registry.listeners(ownChannel('user', accountId)),
    ...registry.listeners(ownChannel('user:notification', accountId)),
  ].filter(({ connection }) => covers(connection.streamer.scopes, 'read:notifications'))
  if (listening.length === 0) return
  const row = await findNotification(app.db, accountId, notificationId)
  if (row === null || row.filtered) return
  const [text] = await renderNotifications(app, { id: accountId }, [row])
  if (text !== undefined) await broadcast(createMessage('notification', text), listening)
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
