import { idOf } from '../../../kernel/activitypub/as2.ts'
import type { Received, RemoteActor } from '../../../kernel/activitypub/inbox.ts'
import { isOvertaken } from '../../../kernel/activitypub/tombstones.ts'
import { Forbidden, NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Account } from '../../accounts/queries.ts'
import { followAccount } from '../follows.ts'
import { lockPair } from '../lock-pair.ts'
import { type FollowKind, findFollow, type Pair, renameFollow } from '../queries.ts'
import { acceptFollow, rejectFollow } from './delivery.ts'
import { admitFollow, type FollowLimits, followLimits } from './follow-rate-limit.ts'
import { findLocalByUri } from './local-account.ts'

/**
 * A remote account follows a local one. A repeated Follow is answered again, as the first answer
 * may have been lost; a refused one gets a Reject, as in Mastodon.
 */
export async function receiveFollow(app: App, { activity, actor }: Received): Promise<boolean> {
  const target = await findLocalByUri(app.db, idOf(activity.object))
  if (target === null) return true
  const limits = await followLimits(app, actor)
  await app.transact(async (tx) => {
    if (activity.id !== null && (await isOvertaken(tx, activity.id, actor.uri))) return
    await takeFollow(tx, { actor, target, uri: activity.id, limits })
  })
  return true
}

async function takeFollow(
  tx: Tx,
  {
    actor,
    target,
    uri,
    limits,
  }: { actor: RemoteActor; target: Account; uri: string | null; limits: FollowLimits },
): Promise<void> {
  const pair = { accountId: actor.id, targetId: target.id }
  await lockPair(tx, pair)
  if (await isKnown(tx, pair, uri)) return
  const admission = await admitFollow(tx, { actor, targetId: target.id, limits })
  if (admission === 'drop') return
  const isFree = uri !== null && !(await isTaken(tx.db, uri))
  try {
    await followAccount(tx, { ...pair, ...(isFree ? { uri } : {}), asks: admission === 'ask' })
  } catch (error) {
    if (!(error instanceof Forbidden || error instanceof NotFound)) throw error
    await rejectFollow(tx, pair, { id: tx.newId(), uri })
  }
}

/** Whether there is a follow, which is accepted again, or a request; either gets the newest id. */
async function isKnown(tx: Tx, pair: Pair, uri: string | null): Promise<boolean> {
  for (const kind of ['follow', 'follow_request'] as const) {
    const known = await findFollow(tx.db, kind, pair)
    if (known === null) continue
    if (uri !== null && uri !== known.uri && !(await isTaken(tx.db, uri))) {
      await renameFollow(tx.db, kind, known.id, uri)
    }
    if (kind === 'follow') await acceptFollow(tx, pair, { id: known.id, uri: uri ?? known.uri })
    return true
  }
  return false
}

/** Whether another follow has the id, so that it was sent twice. */
async function isTaken(db: Db, uri: string): Promise<boolean> {
  const kinds: FollowKind[] = ['follow', 'follow_request']
  for (const kind of kinds) {
    const row = await db.selectFrom(kind).select('id').where('uri', '=', uri).executeTakeFirst()
    if (row !== undefined) return true
  }
  return false
}
