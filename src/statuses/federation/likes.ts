import { documentOf, idOf, isOfType } from '../../activitypub/as2.ts'
import type { Received } from '../../activitypub/inbox.ts'
import { isOvertaken, rememberGone } from '../../activitypub/tombstones.ts'
import type { App } from '../../app.ts'
import { favouriteStatus, unfavouriteStatus } from '../favourites.ts'
import { findAuthor } from './author.ts'
import { findOwnByAddress, findStatusByUri } from './stored.ts'
import { isRefused } from './visible.ts'

/** A Like of what is not known here concerns nobody. */
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
 * Takes a Like back, by its id or by what was liked: some servers undo under another id. One that
 * comes before its Like keeps that from counting.
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

/** @returns the status that was liked by this activity */
async function findFavourite(db: App['db'], accountId: string, uri: string) {
  const row = await db
    .selectFrom('favourite')
    .select('status_id')
    .where('uri', '=', uri)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.status_id ?? null
}
