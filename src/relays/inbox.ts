import { documentOf, idOf, isOfType, PUBLIC } from '../activitypub/as2.ts'
import type { InboxHandlers, Received, RemoteActor } from '../activitypub/inbox.ts'
import { instanceActorUri } from '../addresses.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { sameOrigin } from '../net/origin.ts'
import { noteAnswer, type Relay } from './relays.ts'

/** What relays say to our Follow. Only what speaks from the relay's own origin is heard (A17). */
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
    // one that was turned off has no Follow any more
    await noteAnswer(tx, relay, { state, actorUri: actor.uri })
    return true
  })
}

/** By the id of the Follow or else, as some rewrite ids, by what it is and where the answer comes from. */
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
  const own = asked.filter(({ inbox_url }) => sameOrigin(inbox_url, actor.uri))
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
