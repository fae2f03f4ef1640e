import { idOf, isOfType } from '../../kernel/activitypub/as2.ts'
import type { InboxHandlers, Received } from '../../kernel/activitypub/inbox.ts'
import { vouchedFor } from '../../kernel/activitypub/proved-document.ts'
import type { App } from '../../kernel/core/app.ts'
import { moveAccount } from './moves.ts'
import { fetchActor, storeActor } from './remote/fetch-actor.ts'
import { fetchMoveTarget } from './remote/moved-to.ts'
import { ACTOR_TYPES, readActor } from './remote/read-actor.ts'
import { removeRemoteAccount } from './remote/remove.ts'

/** Activities of actors about themselves. */
export const inbox: InboxHandlers = {
  Update: updateActor,
  Delete: deleteActor,
  Move: moveActor,
}

/** Only the actor itself may change its profile (A14). */
async function updateActor(app: App, { activity, actor }: Received): Promise<boolean> {
  const own = idOf(activity.object) === actor.uri
  if (!own) return isOfType(activity.object, ACTOR_TYPES)
  const document = vouchedFor(actor.uri, activity.object)
  if (document !== null && readActor(document) !== null) await storeActor(app, document)
  else await fetchActor(app, actor.uri)
  return true
}

/** Only the actor itself may delete its account (A15). */
async function deleteActor(app: App, { activity, actor }: Received): Promise<boolean> {
  if (idOf(activity.object) !== actor.uri) return isOfType(activity.object, ACTOR_TYPES)
  await app.transact((tx) => removeRemoteAccount(tx, actor.id))
  app.federation.keys.forget(actor.uri)
  return true
}

/** Valid only if the target account, fetched now, names the moving account as an alias (A21). */
async function moveActor(app: App, { activity, actor }: Received): Promise<boolean> {
  const targetUri = idOf(activity.target)
  if (idOf(activity.object) !== actor.uri || targetUri === null) return true
  const target = await fetchMoveTarget(app, targetUri)
  if (target === null) return true
  await app.transact((tx) => moveAccount(tx, { accountId: actor.id, targetId: target.id }))
  return true
}
