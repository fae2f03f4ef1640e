import { type Document, documentOf, idOf } from '../../activitypub/as2.ts'
import { fetchDocument } from '../../activitypub/fetch.ts'
import type { Received, RemoteActor } from '../../activitypub/inbox.ts'
import type { App } from '../../app.ts'
import { sameOrigin } from '../../net/origin.ts'
import { authorUrisOf, isStatusObject } from './reading/note.ts'

/** Whether an object is the sender's own: on its origin, and by nobody else (A12, A14). */
export function isOwn(actor: Pick<RemoteActor, 'uri'>, object: Document): boolean {
  const uri = idOf(object)
  if (uri === null || !sameOrigin(uri, actor.uri)) return false
  return authorUrisOf(object).includes(actor.uri)
}

/**
 * The status that an activity is about, if it is the sender's own: as it came along, or fetched where
 * only its id did.
 *
 * @returns `other`: something else than a status; null: not the sender's to speak of
 * @throws Unreachable
 * @throws NotFound
 */
export async function ownObject(
  app: App,
  { activity, actor }: Received,
  mayFetch: () => Promise<boolean>,
): Promise<Document | 'other' | null> {
  const embedded = documentOf(activity.object)
  if (embedded !== null) {
    if (!isStatusObject(embedded)) return 'other'
    return isOwn(actor, embedded) ? embedded : null
  }
  const uri = idOf(activity.object)
  if (uri === null) return 'other'
  if (!sameOrigin(uri, actor.uri) || !(await mayFetch())) return null
  const fetched = await fetchDocument(app, uri)
  if (!isStatusObject(fetched)) return 'other'
  return isOwn(actor, fetched) ? fetched : null
}
