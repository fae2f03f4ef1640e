import type { View } from '../../features/statuses/read/views.ts'
import { inSlices } from './in-slices.ts'
import { createMessage, type Message, type StreamEventName } from './messages.ts'
import type { Subscription } from './registry.ts'

/** Writes a message to each subscription. */
export function broadcast(message: Message, subscriptions: Iterable<Subscription>): Promise<void> {
  return inSlices(subscriptions, (subscription) => {
    const { connection } = subscription
    connection.write(message.bytesFor(subscription))
    connection.sent.value += 1
  })
}

/**
 * Sends each viewer their rendering of a status.
 * @param listening returns the subscriptions of a viewer
 */
export async function broadcastViews(
  event: StreamEventName,
  views: readonly View[],
  listening: (viewerId: string) => Iterable<Subscription>,
): Promise<void> {
  for (const { text, viewerIds } of views) {
    await broadcast(createMessage(event, text), allOf(viewerIds, listening))
  }
}

function* allOf(
  viewerIds: readonly string[],
  listening: (viewerId: string) => Iterable<Subscription>,
): Iterable<Subscription> {
  for (const viewerId of viewerIds) yield* listening(viewerId)
}
