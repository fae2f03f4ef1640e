import { type Document, documentOf, idOf, isOfType } from '../../activitypub/as2.ts'
import { fetchDocument } from '../../activitypub/fetch.ts'
import type { App } from '../../app.ts'
import { sameOrigin } from '../../net/origin.ts'
import type { StatusRow } from '../queries.ts'
import type { RemoteAuthor } from './author.ts'
import { receiveLike, undoLike } from './likes.ts'
import { lookAgain } from './look-again.ts'
import { isStatusObject } from './reading/note.ts'
import { resolveStatus } from './resolve.ts'
import { findStatusByUri } from './stored.ts'

/** What groups pass on by announcing it. @see https://w3id.org/fep/1b12 */
export const GROUP_ACTIVITIES: readonly string[] = [
  ...['Create', 'Update', 'Delete', 'Like', 'Dislike', 'Undo', 'Add', 'Remove', 'Block', 'Lock'],
  ...['Flag', 'Announce', 'EmojiReact', 'Follow', 'Accept', 'Reject', 'Move'],
]

/**
 * Does what an activity says that a group passes on. It is nobody's word but the group's, so the
 * object is looked at where it is at home, and so is a vote on what is ours; votes on what is not are
 * for its own server.
 *
 * @returns what the group shows by this: a new post; null for all else
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
  if (isOfType(activity, ['Update', 'Delete'])) await lookAgain(app, known)
  return null
}

/** A Like of a status of ours, or its Undo, as the server of whoever likes it says. */
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

/** Comments stand in their threads and are not shown to who follows the group. */
function postOf(activity: Document, status: StatusRow): StatusRow | null {
  const object = activity.object
  const isReply = isStatusObject(object) && idOf((object as Document).inReplyTo) !== null
  return isReply ? null : status
}
