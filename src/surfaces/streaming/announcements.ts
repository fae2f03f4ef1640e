import { findAnnouncement } from '../../features/announcements/queries.ts'
import { loadAnnouncementReactions } from '../../features/announcements/reactions.ts'
import { renderAnnouncements } from '../../features/announcements/serializer.ts'
import { broadcast } from './broadcast.ts'
import { ownChannel } from './channels.ts'
import type { StreamEvent } from './events.ts'
import { createMessage, type StreamEventName } from './messages.ts'
import type { Registry, Streams, Subscription } from './registry.ts'

type AnnouncementEvent = Extract<StreamEvent, { announcementId: string }>

/** Sends the change of an announcement to every `user` stream (S-468, S-469). */
export async function streamAnnouncement(
  { app, registry }: Streams,
  event: AnnouncementEvent,
): Promise<void> {
  const listening = [...userStreams(registry)]
  if (listening.length === 0) return
  const send = (name: StreamEventName, payload: string) =>
    broadcast(createMessage(name, payload), listening)
  const { announcementId: id } = event
  if (event.type === 'announcement.removed') return send('announcement.delete', id)
  const row = await findAnnouncement(app.db, id)
  if (row === null || row.published_at === null) return
  if (event.type === 'announcement.published') {
    const [text] = await renderAnnouncements(app, null, [row], new Set())
    return send('announcement', text!)
  }
  const reactions = (await loadAnnouncementReactions(app, null, [id])).get(id) ?? []
  const { name } = event
  const reaction = reactions.find((one) => one.name === name) ?? { name, count: 0 }
  return send('announcement.reaction', JSON.stringify({ ...reaction, announcement_id: id }))
}

function* userStreams(registry: Registry): Iterable<Subscription> {
  for (const { streamer, subscriptions } of registry.all()) {
    const subscription = subscriptions.get(ownChannel('user', streamer.viewer.id))
    if (subscription !== undefined) yield subscription
  }
}
