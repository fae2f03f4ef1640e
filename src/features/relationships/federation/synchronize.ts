import { type Document, idsOf, listOf } from '../../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../../kernel/activitypub/delivery/enqueue.ts'
import { fetchCollection, fetchDocument } from '../../../kernel/activitypub/fetch.ts'
import { BEFORE_ALL_IDS } from '../../../kernel/base/ids.ts'
import { activityUri } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { accountExists } from '../../accounts/predicates.ts'
import { authorizeFollowRequest } from '../follow-requests.ts'
import { removeFollow } from '../follows.ts'
import { findFollow } from '../queries.ts'
import { followOf, undoOf } from './activities.ts'
import { countAgain } from './digests.ts'

export const SYNCHRONIZE = 'relationships.synchronize'

/** accounts per transaction: each has events of its own */
const PEOPLE_AT_ONCE = 100
/** accounts with more local followers than this are not compared */
const MOST_LISTED = 50_000
const MOST_PAGES = 100

export const jobs: JobHandlers = {
  [SYNCHRONIZE]: {
    maxAttempts: 3,
    lapses: true,
    run: (app, payload) => synchronize(app, payload as { accountId: string; url: string }),
  },
}

/** A remote account and its inbox. */
interface Followed {
  id: string
  uri: string
  inboxUri: string
}

/**
 * Makes local follows agree with the followed account's server: a follow unknown there ends here; a
 * follow known only there is accepted if it was requested, else its server gets an Undo.
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
    const strangers = await app.transact((tx) => settleListed(tx, followed, uris))
    await sendEnds(app, followed, strangers)
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

/** @returns null if the list cannot be read completely: then nothing counts as missing */
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

/** A local account. */
interface Person {
  id: string
  uri: string
}

/**
 * Accepts the requests of accounts that the other server lists as followers.
 * @returns the accounts that neither follow nor request to
 */
async function settleListed(tx: Tx, followed: Followed, uris: readonly string[]) {
  const accounts = await tx.db
    .selectFrom('account')
    .select(['id', 'uri'])
    .where('uri', 'in', uris)
    .where('domain', 'is', null)
    .where(accountExists())
    .orderBy('id')
    .execute()
  const strangers: Person[] = []
  for (const account of accounts) {
    const pair = { accountId: account.id, targetId: followed.id }
    if ((await findFollow(tx.db, 'follow', pair)) !== null) continue
    const asked = (await findFollow(tx.db, 'follow_request', pair)) !== null
    if (asked) await authorizeFollowRequest(tx, pair)
    else strangers.push(account)
  }
  return strangers
}

/**
 * Sends Undos for local accounts that do not follow. A server could list every account, each time
 * anew, so the number of such Undos an hour is limited; the rest follows with a later list (A75).
 */
async function sendEnds(app: App, followed: Followed, strangers: readonly Person[]): Promise<void> {
  const { hostname } = new URL(followed.uri)
  const told = strangers.filter(() => app.federation.endedFollows.spend(hostname))
  if (told.length === 0) return
  await app.transact(async (tx) => {
    for (const account of told) await sendEnd(tx, account, followed)
  })
}

/** The id of that Follow is unknown, so a new id stands for it. */
async function sendEnd(tx: Tx, account: Person, followed: Followed): Promise<void> {
  const pair = { accountId: account.id, targetId: followed.id }
  // the account may have followed meanwhile
  if ((await findFollow(tx.db, 'follow', pair)) !== null) return
  const parties = { actor: account.uri, object: followed.uri }
  const follow = followOf(activityUri(account.uri, 'follows', tx.newId()), parties)
  await enqueueDelivery(tx, {
    senderId: account.id,
    activity: undoOf(follow, parties),
    inboxes: [followed.inboxUri],
  })
}

/** Ends follows that only this server knows. */
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
