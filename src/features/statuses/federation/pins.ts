import { documentOf, idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import type { Received } from '../../../kernel/activitypub/inbox.ts'
import type { App } from '../../../kernel/core/app.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { savePin, unpinStatus } from '../interact/pins.ts'
import { findStatusByUri } from './queries.ts'
import { findAuthor, type RemoteAuthor } from './remote-author.ts'
import { resolveStatus } from './resolve.ts'

/** A status is pinned: valid only from its author, for the author's own featured collection. */
export async function receiveAdd(app: App, received: Received): Promise<boolean> {
  const found = await featured(app, received)
  if (found === null) return false
  const { author, uri } = found
  if (!sameOrigin(uri, author.uri)) return true
  const status = await resolveStatus(app, uri)
  if (status?.account_id !== author.id) return true
  await app.transact((tx) => savePin(tx, { accountId: author.id, statusId: status.id }))
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
