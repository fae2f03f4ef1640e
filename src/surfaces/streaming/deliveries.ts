import { streamAnnouncement } from './announcements.ts'
import type { StreamEvent } from './events.ts'
import { streamHome, streamHomeDelete } from './home.ts'
import { streamListDelete, streamLists } from './lists.ts'
import {
  streamConversation,
  streamFiltersChanged,
  streamMerged,
  streamNotification,
} from './personal.ts'
import { streamPublic, streamPublicDelete } from './public.ts'
import type { Streams } from './registry.ts'
import { isBroadcast, statusById } from './status-row.ts'

/** Sends an event to the subscriptions of this process. An event whose rows are deleted by now is dropped. */
export async function deliver(streams: Streams, event: StreamEvent): Promise<void> {
  switch (event.type) {
    case 'notification.created':
      return streamNotification(streams, event)
    case 'notifications.merged':
      return streamMerged(streams, event)
    case 'conversation.updated':
      return streamConversation(streams, event)
    case 'announcement.published':
    case 'announcement.reacted':
    case 'announcement.removed':
      return streamAnnouncement(streams, event)
    case 'filters.changed':
      return streamFiltersChanged(streams, event)
    case 'home.delivered':
    case 'status.created':
    case 'status.edited':
    case 'status.deleted':
    case 'reaction.added':
    case 'reaction.removed':
      return deliverStatus(streams, event)
  }
}

type StatusEvent = Extract<StreamEvent, { statusId: string }>

async function deliverStatus(streams: Streams, event: StatusEvent): Promise<void> {
  if (event.type === 'status.created' && !event.live) return
  const [row] = await statusById(streams.app.db, { id: event.statusId })
  if (row === undefined) return
  if (event.type === 'status.deleted') {
    await streamHomeDelete(streams, row)
    await streamListDelete(streams, row.id)
    if (isBroadcast(row)) await streamPublicDelete(streams, row)
    return
  }
  if (row.deleted_at !== null) return
  if (event.type === 'home.delivered') {
    await streamHome(streams, 'update', row, event)
    return streamLists(streams, 'update', row, event)
  }
  if (event.type !== 'status.created') {
    await streamHome(streams, 'status.update', row)
    await streamLists(streams, 'status.update', row)
  }
  if (!isBroadcast(row)) return
  const name = event.type === 'status.created' ? 'update' : 'status.update'
  await streamPublic(streams, name, row)
}
