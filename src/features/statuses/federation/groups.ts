import { type Document, documentOf, idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import { fetchDocument } from '../../../kernel/activitypub/fetch.ts'
import type { App } from '../../../kernel/core/app.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import type { StatusRow } from '../queries.ts'
import { receiveLike, undoLike } from './likes.ts'
import { findStatusByUri } from './queries.ts'
import { isStatusObject } from './reading/note.ts'
import { refetchStatus } from './refetch.ts'
import type { RemoteAuthor } from './remote-author.ts'
import { resolveStatus } from './resolve.ts'

/** Activities that groups pass on by announcing them. @see https://w3id.org/fep/1b12 */
export const GROUP_ACTIVITIES: readonly string[] = [
  ...['Create', 'Update', 'Delete', 'Like', 'Dislike', 'Undo', 'Add', 'Remove', 'Block', 'Lock'],
  ...['Flag', 'Announce', 'EmojiReact', 'Follow', 'Accept', 'Reject', 'Move'],
]

/**
 * Applies an activity that a group passes on. Only the group vouches for it, so the object is
 * fetched at its origin, and so is a vote on a local status; votes on remote statuses are left to
 * the statuses' own servers.
 *
 * @returns the new post that the group shows by this; null for all other activities
 * @throws Unreachable
 * @throws NotFound
 */
export async function receiveFromGroup(
  app: App,
  group: RemoteAuthor,
  activity: Document,
): Promise<StatusRow | null> {
  const uri = idOf(activity.object)
  if (group.actorType !== 'Group' || uri === null) return null
  if (isOfType(activity, ['Create'])) {
    const status = await resolveStatus(app, uri)
    return status === null || status.in_reply_to_id !== null ? null : postOf(activity, status)
  }
  if (isOfType(activity, ['Like', 'Undo'])) {
    await receiveVote(app, activity)
    return null
  }
  const known = await findStatusByUri(app.db, uri)
  if (known?.local !== false) return null
  if (isOfType(activity, ['Update', 'Delete'])) await refetchStatus(app, known)
  return null
}

/** A Like of a local status, or its Undo, as confirmed by the server of the liking account. */
async function receiveVote(app: App, passedOn: Document): Promise<void> {
  const isUndo = isOfType(passedOn, ['Undo'])
  const liked = idOf(isUndo ? documentOf(passedOn.object)?.object : passedOn.object)
  const status = liked === null ? null : await findStatusByUri(app.db, liked)
  const uri = idOf(passedOn)
  if (status?.local !== true || uri === null) return
  const document = await fetchDocument(app, uri)
  const actorUri = idOf(document.actor)
  if (actorUri === null || !sameOrigin(actorUri, document.id)) return
  const actor = await app.federation.actors.resolveActor(app, actorUri)
  if (actor === null || !isOfType(document, isUndo ? ['Undo'] : ['Like'])) return
  const { object = null } = document
  const type = isUndo ? 'Undo' : 'Like'
  const activity = { id: document.id, type, actor: actor.uri, object, target: null, document }
  await (isUndo ? undoLike : receiveLike)(app, { activity, actor })
}

/** Comments appear in their threads, but not to the followers of the group. */
function postOf(activity: Document, status: StatusRow): StatusRow | null {
  const object = activity.object
  const isReply = isStatusObject(object) && idOf((object as Document).inReplyTo) !== null
  return isReply ? null : status
}
