import { documentOf, idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import type { RemoteActor } from '../../../kernel/activitypub/inbox.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { findAccountByUri } from '../../accounts/remote/resolve.ts'
import type { Pair } from '../queries.ts'

/**
 * The local follow or request that an Accept or Reject answers, found by the id of the Follow, or
 * else by the pair of accounts, because some servers rewrite ids.
 *
 * @param actor the answering actor: only follows of this actor are found (A17)
 * @param object the Follow, named or embedded
 */
export async function findAnswered(
  app: App,
  actor: RemoteActor,
  object: unknown,
): Promise<Pair | null> {
  const uri = idOf(object)
  const byUri = uri === null ? null : await findByUri(app.db, uri, actor.id)
  if (byUri !== null) return byUri
  const follow = documentOf(Array.isArray(object) ? object[0] : object)
  if (follow === null || !isOfType(follow, ['Follow'])) return null
  const [follower, followed] = [idOf(follow.actor), idOf(follow.object)]
  if (follower === null || (followed !== null && followed !== actor.uri)) return null
  const account = await findAccountByUri(app.db, follower)
  if (account === null || account.domain !== null) return null
  return { accountId: account.id, targetId: actor.id }
}

async function findByUri(db: Db, uri: string, targetId: string): Promise<Pair | null> {
  for (const kind of ['follow_request', 'follow'] as const) {
    const row = await db
      .selectFrom(kind)
      .innerJoin('local_user', 'local_user.account_id', `${kind}.account_id`)
      .where(`${kind}.uri`, '=', uri)
      .where(`${kind}.target_id`, '=', targetId)
      .select(`${kind}.account_id`)
      .executeTakeFirst()
    if (row !== undefined) return { accountId: row.account_id, targetId }
  }
  return null
}
