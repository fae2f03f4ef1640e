import { type Document, documentOf, idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import type { Received, RemoteActor } from '../../../kernel/activitypub/inbox.ts'
import { rememberGone } from '../../../kernel/activitypub/tombstones.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { findAccountByUri } from '../../accounts/remote/resolve.ts'
import { unblockAccount } from '../blocks.ts'
import { removeFollow, unfollowAccount } from '../follows.ts'
import { insertFollow, type Pair } from '../queries.ts'
import { findAnswered } from './answered-follow.ts'

const UNDONE = ['Follow', 'Block', 'Accept']

/**
 * Undoes a Follow, a Block or the Accept of a Follow, of the sender only (A15). If there is nothing
 * to undo, the Undo arrived first, which is recorded.
 */
export async function undo(app: App, { activity, actor }: Received): Promise<boolean> {
  const [object] = [activity.object].flat()
  const embedded = documentOf(object)
  if (embedded === null) return undoNamed(app, actor, idOf(object))
  if (!isOfType(embedded, UNDONE)) return false
  const owner = idOf(embedded.actor)
  if (owner !== null && owner !== actor.uri) return true
  if (isOfType(embedded, ['Accept'])) await undoAccept(app, actor, embedded)
  else await undoEmbedded(app, actor, embedded)
  return true
}

async function undoEmbedded(app: App, actor: RemoteActor, embedded: Document): Promise<void> {
  const uri = idOf(embedded)
  const targetUri = idOf(embedded.object)
  const target = targetUri === null ? null : await findAccountByUri(app.db, targetUri)
  await app.transact(async (tx) => {
    const take = isOfType(embedded, ['Block']) ? unblockAccount : unfollowAccount
    const pair = target && { accountId: actor.id, targetId: target.id }
    if (pair !== null && (await take(tx, pair))) return
    if (uri !== null) await rememberGone(tx, uri, actor.uri)
  })
}

/** By its id alone; an unknown id may belong to another feature, or arrive later. */
async function undoNamed(app: App, actor: RemoteActor, uri: string | null): Promise<boolean> {
  if (uri === null) return false
  return app.transact(async (tx) => {
    for (const kind of ['follow', 'follow_request', 'block'] as const) {
      const pair = await findOwn(tx.db, kind, uri, actor.id)
      if (pair === null) continue
      if (kind === 'block') await unblockAccount(tx, pair)
      else await unfollowAccount(tx, pair)
      return true
    }
    await rememberGone(tx, uri, actor.uri)
    return false
  })
}

async function findOwn(
  db: Db,
  kind: 'follow' | 'follow_request' | 'block',
  uri: string,
  accountId: string,
): Promise<Pair | null> {
  const row = await db
    .selectFrom(kind)
    .select('target_id')
    .where('uri', '=', uri)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : { accountId, targetId: row.target_id }
}

/** The followed account revokes its Accept without a Reject: the follow becomes a request again. */
async function undoAccept(app: App, actor: RemoteActor, accept: Document): Promise<void> {
  const found = await findAnswered(app, actor, accept.object)
  if (found !== null) await app.transact((tx) => makeRequest(tx, found))
}

async function makeRequest(tx: Tx, pair: Pair): Promise<void> {
  const follow = await removeFollow(tx, pair, pair.targetId)
  // without an event: the Follow was sent already
  if (follow !== null) await insertFollow(tx.db, 'follow_request', follow)
}
