import type { View } from '../statuses/views.ts'
import { createMessage, type Message, type StreamEventName } from './messages.ts'
import type { Subscription } from './registry.ts'
import { inSlices } from './slices.ts'

/** Sends a message to each of many subscriptions. */
export function broadcast(message: Message, subscriptions: Iterable<Subscription>): Promise<void> {
  return inSlices(subscriptions, (subscription) => {
    const { connection } = subscription
    connection.write(message.bytesFor(subscription))
    connection.sent.value += 1
  })
}

/**
 * Sends everybody their view of a status.
 * @param listening what to send to, by viewer
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
