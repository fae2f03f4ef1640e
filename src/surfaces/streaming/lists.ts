import { loadViewersSeeing } from '../../features/statuses/read/viewers-allowed.ts'
import { renderViews } from '../../features/statuses/read/views.ts'
import { listsHolding } from '../../features/timelines/entries.ts'
import { futureReadersOf } from '../../features/timelines/future-readers.ts'
import { broadcast, broadcastViews } from './broadcast.ts'
import { listChannel, listenedLists } from './channels.ts'
import { EVERYBODY, type HomeStatus, type Range } from './home.ts'
import { createMessage } from './messages.ts'
import type { Streams, Subscription } from './registry.ts'

/**
 * Sends a status to the streams of the lists that hold it.
 * @param range ids of the lists' owners; the range without a lower bound includes the author
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

/** Sends the deletion of a status to the streams of the lists that held it (S-156). */
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
  if (listIds.length === 0) return []
  const holding = await listsHolding(app.db, { statusId, listIds })
  const future = await futureReadersOf(app.db, statusId)
  const held = new Set(holding.map((list) => list.id))
  const pulling = (await future?.listsAmong(listIds)) ?? []
  return [...holding, ...pulling.filter((list) => !held.has(list.id))]
}

function isReached(ownerId: string, authorId: string, { after, upTo }: Range): boolean {
  if (ownerId === authorId) return after === null
  return (after === null || ownerId > after) && (upTo === null || ownerId <= upTo)
}
