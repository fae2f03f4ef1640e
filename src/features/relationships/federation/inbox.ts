import { idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import type { InboxHandlers, Received } from '../../../kernel/activitypub/inbox.ts'
import { isOvertaken } from '../../../kernel/activitypub/tombstones.ts'
import type { App } from '../../../kernel/core/app.ts'
import { blockAccount } from '../blocks.ts'
import { authorizeFollowRequest } from '../follow-requests.ts'
import { removeFollow, removeFollowRequest } from '../follows.ts'
import { findFollow } from '../queries.ts'
import { findAnswered } from './answered-follow.ts'
import { findLocalByUri } from './local-account.ts'
import { receiveFollow } from './receive-follow.ts'
import { undo } from './undo.ts'

/** Handlers of activities about follows and blocks. */
export const inbox: InboxHandlers = {
  Follow: receiveFollow,
  Accept: acceptFollow,
  Reject: rejectFollow,
  Undo: undo,
  Block: receiveBlock,
}

/** A remote account accepts a local account's Follow: only the followed account can (A17). */
async function acceptFollow(app: App, { activity, actor }: Received): Promise<boolean> {
  const found = await findAnswered(app, actor, activity.object)
  if (found === null) return isOfType(activity.object, ['Follow'])
  await app.transact(async (tx) => {
    const request = await findFollow(tx.db, 'follow_request', found)
    if (request !== null) await authorizeFollowRequest(tx, found)
  })
  return true
}

/** Rejects a Follow request, or ends an accepted follow. */
async function rejectFollow(app: App, { activity, actor }: Received): Promise<boolean> {
  const found = await findAnswered(app, actor, activity.object)
  if (found === null) return isOfType(activity.object, ['Follow'])
  await app.transact(async (tx) => {
    await removeFollowRequest(tx, found, actor.id)
    await removeFollow(tx, found, actor.id)
  })
  return true
}

/** @see https://www.w3.org/TR/activitypub/#block-activity-outbox */
async function receiveBlock(app: App, { activity, actor }: Received): Promise<boolean> {
  const target = await findLocalByUri(app.db, idOf(activity.object))
  if (target === null) return true
  const uri = activity.id
  await app.transact(async (tx) => {
    if (uri !== null && (await isOvertaken(tx, uri, actor.uri))) return
    await blockAccount(tx, {
      accountId: actor.id,
      targetId: target.id,
      ...(uri === null ? {} : { uri }),
    })
  })
  return true
}
