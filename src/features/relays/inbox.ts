import { documentOf, idOf, isOfType, PUBLIC } from '../../kernel/activitypub/as2.ts'
import type { InboxHandlers, Received, RemoteActor } from '../../kernel/activitypub/inbox.ts'
import { instanceActorUri } from '../../kernel/base/urls.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { sameOrigin } from '../../kernel/net/origin.ts'
import { noteAnswer, type Relay } from './relays.ts'

/** Relays' answers to our Follow. Only actors on the relay's own origin may answer (A17). */
export const inbox: InboxHandlers = {
  Accept: (app, received) => answered(app, received, 'accepted'),
  Reject: (app, received) => answered(app, received, 'rejected'),
}

async function answered(
  app: App,
  { activity, actor }: Received,
  state: 'accepted' | 'rejected',
): Promise<boolean> {
  return app.transact(async (tx) => {
    const relay = await findAsked(tx.db, app, actor, activity.object)
    if (relay === null) return false
    // a disabled relay has no Follow any more
    await noteAnswer(tx, relay, { state, actorUri: actor.uri })
    return true
  })
}

/**
 * Found by the id of the Follow or else, as some servers rewrite ids, by its type and the answer's
 * origin. Once a relay has accepted, only the actor that answered speaks for it, not other actors
 * of its server (A72).
 */
async function findAsked(
  db: Db,
  { config }: Pick<App, 'config'>,
  actor: RemoteActor,
  object: unknown,
): Promise<Relay | null> {
  const asked = await db
    .selectFrom('relay')
    .selectAll()
    .where('follow_uri', 'is not', null)
    .orderBy('id')
    .execute()
  const own = asked.filter(
    ({ inbox_url, actor_uri }) =>
      sameOrigin(inbox_url, actor.uri) && (actor_uri === null || actor_uri === actor.uri),
  )
  const uri = idOf(object)
  const named = own.find(({ follow_uri }) => follow_uri === uri)
  if (named !== undefined) return named
  const follow = documentOf(object)
  const isOurs =
    follow !== null &&
    isOfType(follow, ['Follow']) &&
    idOf(follow.actor) === instanceActorUri(config) &&
    idOf(follow.object) === PUBLIC
  return isOurs && own.length === 1 ? own[0]! : null
}
