import { documentOf, idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import type { Received } from '../../../kernel/activitypub/inbox.ts'
import { isOvertaken, rememberGone } from '../../../kernel/activitypub/tombstones.ts'
import type { App } from '../../../kernel/core/app.ts'
import { favouriteStatus, unfavouriteStatus } from '../interact/favourites.ts'
import { isRefused } from './access-check.ts'
import { findOwnByAddress, findStatusByUri } from './queries.ts'
import { findAuthor } from './remote-author.ts'

/** A Like of an unknown status has no effect. */
export async function receiveLike(app: App, { activity, actor }: Received): Promise<boolean> {
  const objectUri = idOf(activity.object)
  const status = objectUri === null ? null : await findLiked(app, objectUri)
  if (status === null) return false
  if ((await findAuthor(app.db, actor.id)) === null) return true
  await app.transact(async (tx) => {
    if (activity.id !== null && (await isOvertaken(tx, activity.id, actor.uri))) return
    if (await isRefused(tx.db, actor.id, status)) return
    const uri = activity.id === null ? {} : { uri: activity.id }
    await favouriteStatus(tx, { accountId: actor.id, statusId: status.id, ...uri })
  })
  return true
}

async function findLiked(app: App, uri: string) {
  return (await findStatusByUri(app.db, uri)) ?? findOwnByAddress(app.db, app.config, uri)
}

/**
 * Undoes a Like, identified by its id or by its object: some servers send another id. An Undo that
 * arrives before its Like prevents that Like from counting.
 */
export async function undoLike(app: App, { activity, actor }: Received): Promise<boolean> {
  const like = documentOf(activity.object)
  if (like !== null && !isOfType(like, ['Like'])) return false
  const likeUri = idOf(activity.object)
  const objectUri = like === null ? null : idOf(like.object)
  const status = objectUri === null ? null : await findLiked(app, objectUri)
  return app.transact(async (tx) => {
    if (likeUri !== null && (await isOvertaken(tx, likeUri, actor.uri))) return like !== null
    const named = likeUri === null ? null : await findFavourite(tx.db, actor.id, likeUri)
    const statusId = named ?? status?.id ?? null
    if (like === null && named === null) return false
    if (likeUri !== null) await rememberGone(tx, likeUri, actor.uri)
    if (statusId !== null) await unfavouriteStatus(tx, { accountId: actor.id, statusId })
    return true
  })
}

/** @returns the favourite that this activity created */
async function findFavourite(db: App['db'], accountId: string, uri: string) {
  const row = await db
    .selectFrom('favourite')
    .select('status_id')
    .where('uri', '=', uri)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.status_id ?? null
}
