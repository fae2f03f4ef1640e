import { documentOf, idOf, isOfType } from '../../activitypub/as2.ts'
import type { Received } from '../../activitypub/inbox.ts'
import type { App } from '../../app.ts'
import { keepPin, unpinStatus } from '../pins.ts'
import { findAuthor, type RemoteAuthor } from './author.ts'
import { resolveStatus } from './resolve.ts'
import { findStatusByUri } from './stored.ts'

/** A status becomes featured: only its author may say so, of the own collection. */
export async function receiveAdd(app: App, received: Received): Promise<boolean> {
  const found = await featured(app, received)
  if (found === null) return false
  const { author, uri } = found
  const status = await resolveStatus(app, uri)
  if (status?.account_id !== author.id) return true
  await app.transact((tx) => keepPin(tx, { accountId: author.id, statusId: status.id }))
  return true
}

export async function receiveRemove(app: App, received: Received): Promise<boolean> {
  const found = await featured(app, received)
  if (found === null) return false
  const status = await findStatusByUri(app.db, found.uri)
  if (status === null || status.account_id !== found.author.id) return true
  const pin = { accountId: found.author.id, statusId: status.id }
  await app.transact((tx) => unpinStatus(tx, pin))
  return true
}

/** @returns null if the activity is not about a status and the sender's featured collection */
async function featured(
  app: App,
  { activity, actor }: Received,
): Promise<{ author: RemoteAuthor; uri: string } | null> {
  if (isOfType(documentOf(activity.object), ['Hashtag'])) return null
  const uri = idOf(activity.object)
  const target = idOf(activity.target)
  const author = await findAuthor(app.db, actor.id)
  if (uri === null || target === null || author?.featuredUri !== target) return null
  return { author, uri }
}
