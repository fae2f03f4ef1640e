import { documentOf, idOf } from '../../../kernel/activitypub/as2.ts'
import { type InboxHandlers, REFETCH, type Received } from '../../../kernel/activitypub/inbox.ts'
import { rememberGone } from '../../../kernel/activitypub/tombstones.ts'
import type { App } from '../../../kernel/core/app.ts'
import { forgetHeldUri } from '../../automod/held.ts'
import { isRelay } from '../../relays/relays.ts'
import { removeStatus } from '../write/remove.ts'
import { receiveAnnounce, undoAnnounce } from './announces.ts'
import { applyVersion } from './apply-update.ts'
import { ownObject } from './authority.ts'
import { concernsUs, isFollowedHere } from './is-relevant.ts'
import { receiveLike, undoLike } from './likes.ts'
import { receiveAdd, receiveRemove } from './pins.ts'
import { findStoredByUri } from './queries.ts'
import { takeRelayed } from './receive-relayed.ts'
import { refetchStatus } from './refetch.ts'
import { findAuthor } from './remote-author.ts'
import { receiveApproval, receiveDisapproval } from './reply-approvals.ts'
import { readArriving, resolveStatus, storeArrival } from './resolve.ts'
import { screeningOf } from './screen-note.ts'
import { castVote } from './votes.ts'

/** Handlers of activities about statuses. */
export const inbox: InboxHandlers = {
  Create: receiveCreate,
  Update: receiveUpdate,
  Delete: receiveDelete,
  Announce: receiveAnnounce,
  Like: receiveLike,
  Accept: receiveApproval,
  Reject: receiveDisapproval,
  async Undo(app, received) {
    return (await undoLike(app, received)) || (await undoAnnounce(app, received))
  },
  Add: receiveAdd,
  Remove: receiveRemove,
  [REFETCH]: receiveForwarded,
}

async function receiveCreate(app: App, received: Received): Promise<boolean> {
  const { id } = received.actor
  const object = await ownObject(app, received, () => isFollowedHere(app.db, id))
  if (object === 'other') return false
  const author = object === null ? null : await findAuthor(app.db, id)
  if (object === null || author === null) return true
  if (await castVote(app, author, object)) return true
  if (!(await concernsUs(app, id, object))) return true
  const note = await readArriving(app, author, object)
  if (note !== null) await storeArrival(app, { author, note, delivered: true })
  return true
}

/** An edit, or new votes of a poll. An Update that arrives before its Create acts as the Create. */
async function receiveUpdate(app: App, received: Received): Promise<boolean> {
  const { id } = received.actor
  const uri = idOf(received.activity.object)
  const known = uri === null ? null : await findStoredByUri(app.db, uri)
  const object = await ownObject(app, received, async () => known?.account_id === id)
  if (object === 'other') return false
  if (object === null || (known !== null && known.account_id !== id)) return true
  if (known === null) return receiveCreate(app, received)
  const author = await findAuthor(app.db, id)
  const note = author === null ? null : await readArriving(app, author, object)
  if (author === null || note === null) return true
  const screening = await screeningOf(app, note)
  await app.transact((tx) => applyVersion(tx, known, { author, note, screening }, 'grow'))
  return true
}

/** A Delete that arrives before its Create prevents the status from being stored. */
async function receiveDelete(app: App, { activity, actor }: Received): Promise<boolean> {
  const uri = idOf(activity.object) ?? idOf(documentOf(activity.object)?.id)
  if (uri === null || uri === actor.uri) return false
  return app.transact(async (tx) => {
    const known = await findStoredByUri(tx.db, uri)
    if (known !== null && known.account_id !== actor.id) return true
    await rememberGone(tx, uri, actor.uri)
    await forgetHeldUri(tx, uri, actor.id)
    if (known === null) return false
    await removeStatus(tx, known, true)
    return true
  })
}

/**
 * A forwarded activity of another actor only causes a fetch at the object's origin, and only if the
 * author is followed here (A05, A19).
 */
async function receiveForwarded(app: App, { activity, actor }: Received): Promise<boolean> {
  const uri = idOf(activity.object)
  if (uri === null) return false
  const known = await findStoredByUri(app.db, uri)
  const { about } = activity.document
  if (known !== null) {
    const changed = about === 'Update' || about === 'Delete'
    if (changed && !known.local && known.deleted_at === null) await refetchStatus(app, known)
    return true
  }
  if (about !== 'Create') return false
  if (await isFollowedHere(app.db, actor.id)) await resolveStatus(app, uri)
  else if (await isRelay(app, actor)) await takeRelayed(app, actor, uri)
  return false
}
