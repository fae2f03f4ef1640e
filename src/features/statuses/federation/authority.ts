import { documentOf, idOf } from '../../../kernel/activitypub/as2.ts'
import { authorUriOf } from '../../../kernel/activitypub/author.ts'
import { fetchDocument } from '../../../kernel/activitypub/fetch.ts'
import type { Received, RemoteActor } from '../../../kernel/activitypub/inbox.ts'
import { type ProvedDocument, vouchedFor } from '../../../kernel/activitypub/proved-document.ts'
import type { App } from '../../../kernel/core/app.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { isStatusObject } from './reading/note.ts'

/**
 * Whether an object belongs to an actor: it is on the actor's origin and names the actor as its
 * author (A12, A14, A57).
 */
export function isOwn(actor: Pick<RemoteActor, 'uri'>, object: ProvedDocument): boolean {
  return sameOrigin(object.id, actor.uri) && authorUriOf(object) === actor.uri
}

/** An object embedded in a document of an actor, if it is the actor's own. */
export function ownEmbedded(
  actor: Pick<RemoteActor, 'uri'>,
  value: unknown,
): ProvedDocument | null {
  const object = vouchedFor(actor.uri, value)
  return object !== null && isOwn(actor, object) ? object : null
}

/**
 * The status that an activity is about, if it is the sender's own: embedded, or fetched if only its
 * id is given.
 *
 * @returns `other`: not a status; null: not the sender's own
 * @throws Unreachable
 * @throws NotFound
 */
export async function ownObject(
  app: App,
  { activity, actor }: Received,
  mayFetch: () => Promise<boolean>,
): Promise<ProvedDocument | 'other' | null> {
  const embedded = documentOf(activity.object)
  if (embedded !== null) {
    if (!isStatusObject(embedded)) return 'other'
    return ownEmbedded(actor, embedded)
  }
  const uri = idOf(activity.object)
  if (uri === null) return 'other'
  if (!sameOrigin(uri, actor.uri) || !(await mayFetch())) return null
  const fetched = await fetchDocument(app, uri)
  if (!isStatusObject(fetched)) return 'other'
  return isOwn(actor, fetched) ? fetched : null
}
