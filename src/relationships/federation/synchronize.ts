import { type Document, idsOf, listOf } from '../../activitypub/as2.ts'
import { enqueueDelivery } from '../../activitypub/delivery/enqueue.ts'
import { fetchCollection, fetchDocument } from '../../activitypub/fetch.ts'
import { activityUri } from '../../addresses.ts'
import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import { BEFORE_ALL_IDS } from '../../ids.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import { sameOrigin } from '../../net/origin.ts'
import type { Tx } from '../../transact.ts'
import { authorizeFollowRequest } from '../follow-requests.ts'
import { removeFollow } from '../follows.ts'
import { findFollow } from '../queries.ts'
import { followOf, undoOf } from './activities.ts'
import { countAgain } from './digests.ts'

export const SYNCHRONIZE = 'relationships.synchronize'

/** people in one transaction: each has events of its own */
const PEOPLE_AT_ONCE = 100
/** more followers here than one list holds are not compared */
const MOST_LISTED = 50_000
const MOST_PAGES = 100

export const jobs: JobHandlers = {
  [SYNCHRONIZE]: {
    maxAttempts: 3,
    asksOthers: true,
    run: (app, payload) => synchronize(app, payload as { accountId: string; url: string }),
  },
}

/** Somebody elsewhere, as far as their followers here go. */
interface Followed {
  id: string
  uri: string
  inboxUri: string
}

/**
 * Makes follows here agree with what the server of whoever is followed knows: a follow that it does
 * not know ends here, one that only it knows is taken if it was asked for, else it is told of its end.
 *
 * @see https://w3id.org/fep/8fcf
 */
async function synchronize(
  app: App,
  { accountId, url }: { accountId: string; url: string },
): Promise<void> {
  const followed = await findFollowed(app.db, accountId)
  if (followed === null || !sameOrigin(followed.uri, url)) return
  const listed = await fetchFollowers(app, url)
  if (listed === null) return
  const own = listed.filter((uri) => sameOrigin(uri, app.config.origin))
  for (let from = 0; from < own.length; from += PEOPLE_AT_ONCE) {
    const uris = own.slice(from, from + PEOPLE_AT_ONCE)
    await app.transact((tx) => settleListed(tx, followed, uris))
  }
  await endUnlisted(app, followed, new Set(own))
  await app.transact((tx) => countAgain(tx, followed.id, app.config.domain))
}

async function findFollowed(db: Db, accountId: string): Promise<Followed | null> {
  const row = await db
    .selectFrom('account')
    .innerJoin('remote_actor', 'remote_actor.account_id', 'account.id')
    .where('account.id', '=', accountId)
    .where('account.deleted_at', 'is', null)
    .select(['account.id', 'account.uri', 'remote_actor.inbox_uri as inboxUri'])
    .executeTakeFirst()
  return row ?? null
}

/** @returns null if they cannot be read to the end: then nobody is known to be missing */
async function fetchFollowers(app: App, url: string): Promise<string[] | null> {
  const document = await fetchDocument(app, url)
  if (document.first === undefined && document.next === undefined) return idsOf(itemsIn(document))
  const limits = { origin: url, maxItems: MOST_LISTED, maxPages: MOST_PAGES }
  const { items, totalItems } = await fetchCollection(app, document, limits)
  return totalItems !== null && items.length >= totalItems ? idsOf(items) : null
}

function itemsIn(document: Document): unknown[] {
  return listOf(document.orderedItems ?? document.items)
}

/** People here who follow, as their server says. */
async function settleListed(tx: Tx, followed: Followed, uris: readonly string[]): Promise<void> {
  const accounts = await tx.db
    .selectFrom('account')
    .select(['id', 'uri'])
    .where('uri', 'in', uris)
    .where('domain', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id, uri } of accounts) {
    const pair = { accountId: id, targetId: followed.id }
    if ((await findFollow(tx.db, 'follow', pair)) !== null) continue
    const asked = (await findFollow(tx.db, 'follow_request', pair)) !== null
    if (asked) await authorizeFollowRequest(tx, pair)
    else await tellEnd(tx, { id, uri }, followed)
  }
}

/** The id of that Follow is not known any more, so a new one stands for it. */
async function tellEnd(
  tx: Tx,
  account: { id: string; uri: string },
  followed: Followed,
): Promise<void> {
  const parties = { actor: account.uri, object: followed.uri }
  const follow = followOf(activityUri(account.uri, 'follows', tx.newId()), parties)
  await enqueueDelivery(tx, {
    senderId: account.id,
    activity: undoOf(follow, parties),
    inboxes: [followed.inboxUri],
  })
}

/** Follows that are only known here. */
async function endUnlisted(
  app: App,
  followed: Followed,
  listed: ReadonlySet<string>,
): Promise<void> {
  let after: string | null = BEFORE_ALL_IDS
  while (after !== null) {
    const from: string = after
    after = await app.transact((tx) => endSome(tx, followed, listed, from))
  }
}

async function endSome(
  tx: Tx,
  followed: Followed,
  listed: ReadonlySet<string>,
  after: string,
): Promise<string | null> {
  const rows = await tx.db
    .selectFrom('follow')
    .innerJoin('account', 'account.id', 'follow.account_id')
    .where('follow.target_id', '=', followed.id)
    .where('follow.account_id', '>', after)
    .where('account.domain', 'is', null)
    .orderBy('follow.account_id')
    .limit(PEOPLE_AT_ONCE)
    .select(['account.id', 'account.uri'])
    .execute()
  for (const { id } of rows.filter(({ uri }) => !listed.has(uri))) {
    await removeFollow(tx, { accountId: id, targetId: followed.id }, id)
  }
  return rows.length < PEOPLE_AT_ONCE ? null : rows.at(-1)!.id
}
