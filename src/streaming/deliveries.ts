import { prepared } from '../db/prepared.ts'
import { streamAnnouncement } from './announcements.ts'
import type { StreamEvent } from './bus.ts'
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

/** Tells those who listen here what happened; what is gone by now is dropped. */
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

const statusById = prepared((db, p: { id: string }) =>
  db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .where('status.id', '=', p.id)
    .select([
      'status.id',
      'status.account_id',
      'status.local',
      'status.language',
      'status.visibility',
      'status.reblog_of_id',
      'status.in_reply_to_id',
      'status.in_reply_to_account_id',
      'status.media_ids',
      'status.deleted_at',
      'account.silenced_at',
    ]),
)

type StatusRow = Awaited<ReturnType<typeof statusById>>[number]

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

/** What public timelines show: the posts of silenced authors only to their followers, at home. */
function isBroadcast(row: StatusRow): boolean {
  return row.visibility === 'public' && row.reblog_of_id === null && row.silenced_at === null
}
