import { loadViewersSeeing } from '../statuses/audience.ts'
import { renderViews } from '../statuses/views.ts'
import { listsHolding } from '../timelines/entries.ts'
import { broadcast, broadcastViews } from './broadcast.ts'
import { listChannel, listenedLists } from './channels.ts'
import { EVERYBODY, type HomeStatus, type Range } from './home.ts'
import { createMessage } from './messages.ts'
import type { Streams, Subscription } from './registry.ts'

/**
 * Brings a status to the streams of the lists that have it.
 * @param range of the lists' owners; the author belongs to the one that has no lower bound
 */
export async function streamLists(
  { app, registry }: Streams,
  event: 'update' | 'status.update',
  status: HomeStatus,
  range: Range = EVERYBODY,
): Promise<void> {
  const holding = await listeningLists({ app, registry }, status.id)
  const reached = holding.filter(({ ownerId }) => isReached(ownerId, status.account_id, range))
  if (reached.length === 0) return
  const byOwner = Map.groupBy(reached, (list) => list.ownerId)
  const seeing = await loadViewersSeeing(app.db, status, [...byOwner.keys()])
  const views = await renderViews(app, status, seeing)
  await broadcastViews(event, views, (ownerId) =>
    (byOwner.get(ownerId) ?? []).flatMap((list): Subscription[] => [
      ...registry.listeners(listChannel(list.id)),
    ]),
  )
}

/** Takes a deleted status from the streams of the lists that had it (S-156). */
export async function streamListDelete(
  { app, registry }: Streams,
  statusId: string,
): Promise<void> {
  const message = createMessage('delete', statusId)
  for (const { id } of await listeningLists({ app, registry }, statusId)) {
    await broadcast(message, registry.listeners(listChannel(id)))
  }
}

async function listeningLists(
  { app, registry }: Streams,
  statusId: string,
): Promise<{ id: string; ownerId: string }[]> {
  const listIds = listenedLists(registry)
  return listIds.length === 0 ? [] : listsHolding(app.db, { statusId, listIds })
}

function isReached(ownerId: string, authorId: string, { after, upTo }: Range): boolean {
  if (ownerId === authorId) return after === null
  return (after === null || ownerId > after) && (upTo === null || ownerId <= upTo)
}
