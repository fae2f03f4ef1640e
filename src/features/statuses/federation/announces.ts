import { documentOf, idOf, isOfType, timeOf } from '../../../kernel/activitypub/as2.ts'
import { fetchDocument } from '../../../kernel/activitypub/fetch.ts'
import type { Received, RemoteActor } from '../../../kernel/activitypub/inbox.ts'
import { isOvertaken, rememberGone } from '../../../kernel/activitypub/tombstones.ts'
import { DAY } from '../../../kernel/base/durations.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { isRelay } from '../../relays/relays.ts'
import { findReblog, reblogStatus } from '../interact/reblogs.ts'
import type { StatusRow } from '../queries.ts'
import { removeStatus } from '../write/remove.ts'
import { isRefused } from './access-check.ts'
import { ownEmbedded } from './authority.ts'
import { GROUP_ACTIVITIES, receiveFromGroup } from './groups.ts'
import { isFollowedHere } from './is-relevant.ts'
import { findOwnByAddress, findStatusByUri, findStoredByUri } from './queries.ts'
import { readAudience } from './reading/audience.ts'
import { clamp } from './reading/note.ts'
import { takeRelayed } from './receive-relayed.ts'
import { findAuthor, type RemoteAuthor } from './remote-author.ts'
import { readArriving, storeArrival, storeFetched } from './resolve.ts'

/** ms within which a reblog reaches home timelines and notifications */
const RECENT = DAY

/** An Announce of a status, or of an activity that a group passes on (FEP-1b12). */
export async function receiveAnnounce(app: App, received: Received): Promise<boolean> {
  const { activity, actor } = received
  const uri = idOf(activity.object)
  const author = await findAuthor(app.db, actor.id)
  if (author === null || uri === null || activity.id === null) return true
  const known = await findKnown(app, uri)
  if (known?.local !== true && !(await isFollowedHere(app.db, actor.id))) {
    if (known === null && (await isRelay(app, actor))) await takeRelayed(app, actor, uri)
    return true
  }
  if (await isOvertaken({ db: app.db, now: app.clock() }, activity.id, actor.uri)) return true
  const status = known ?? (await findAnnounced(app, author, received))
  if (status !== null) await saveReblog(app, received, author, status)
  return true
}

async function findKnown(app: App, uri: string): Promise<StatusRow | null> {
  return (await findStatusByUri(app.db, uri)) ?? findOwnByAddress(app.db, app.config, uri)
}

/**
 * The announced status, fetched at its origin, because an embedded copy may be forged (A16). Only
 * the sender's own statuses may be embedded, such as a private status that cannot be fetched.
 *
 * @returns null if there is no status to show
 * @throws Unreachable
 */
async function findAnnounced(
  app: App,
  author: RemoteAuthor,
  { activity, actor }: Received,
): Promise<StatusRow | null> {
  const embedded = documentOf(activity.object)
  if (embedded !== null && isOfType(embedded, GROUP_ACTIVITIES)) {
    return receiveFromGroup(app, author, embedded)
  }
  const own = ownEmbedded(actor, activity.object)
  if (own !== null) {
    const note = await readArriving(app, author, own)
    return note === null ? null : storeArrival(app, { author, note, delivered: false })
  }
  const uri = idOf(activity.object)!
  if (sameOrigin(uri, app.config.origin)) return null
  const stored = await findStoredByUri(app.db, uri)
  if (stored !== null) return null
  const document = await fetchDocument(app, uri)
  if (isOfType(document, GROUP_ACTIVITIES)) return receiveFromGroup(app, author, document)
  return storeFetched(app, document)
}

async function saveReblog(
  app: App,
  { activity, actor }: Received,
  author: RemoteAuthor,
  status: StatusRow,
): Promise<void> {
  const uri = activity.id!
  const { visibility } = readAudience(activity.document, author.followersUri)
  const now = app.clock()
  const createdAt = clamp(timeOf(activity.document.published) ?? now, now)
  const arrived = { uri, createdAt, live: createdAt > now - RECENT }
  // the row of an undone reblog still has the id, and an id may come for two statuses (A112)
  const isThis = ({ account_id, reblog_of_id, deleted_at }: StatusRow) =>
    account_id === actor.id && reblog_of_id === status.id && deleted_at === null
  await app.transact(async (tx) => {
    if (await isOvertaken(tx, uri, actor.uri)) return
    const earlier = await findStoredByUri(tx.db, uri)
    if (earlier !== null && earlier.reblog_of_id === null) return
    if (await isRefused(tx.db, actor.id, status)) return
    const free = earlier === null || isThis(earlier) ? uri : `${uri}#${tx.newId()}`
    await reblogStatus(tx, {
      author,
      statusId: status.id,
      visibility,
      arrived: { ...arrived, uri: free },
    })
  })
}

/**
 * Undoes a reblog, identified by the Announce or by the announced status. An Undo that arrives
 * before its Announce prevents that Announce from being stored.
 */
export async function undoAnnounce(app: App, { activity, actor }: Received): Promise<boolean> {
  const announce = documentOf(activity.object)
  if (announce !== null && !isOfType(announce, ['Announce'])) return false
  const uri = idOf(activity.object)
  const objectUri = announce === null ? null : idOf(announce.object)
  const boosted = objectUri === null ? null : await findKnown(app, objectUri)
  return app.transact(async (tx) => {
    if (uri !== null && (await isOvertaken(tx, uri, actor.uri))) return announce !== null
    const named = uri === null ? null : await findByUri(tx, actor, uri)
    if (announce === null && named === null) return false
    if (uri !== null) await rememberGone(tx, uri, actor.uri)
    const reblog = named ?? (boosted === null ? null : await findReblog(tx, actor.id, boosted.id))
    if (reblog !== null) await removeStatus(tx, reblog, false)
    return true
  })
}

async function findByUri(tx: Tx, actor: RemoteActor, uri: string): Promise<StatusRow | null> {
  const row = await findStoredByUri(tx.db, uri)
  const isThere = row !== null && row.reblog_of_id !== null && row.deleted_at === null
  return isThere && row.account_id === actor.id ? row : null
}
