import { idOf } from '../../../kernel/activitypub/as2.ts'
import {
  fetchBelonging,
  fetchCollection,
  fetchDocument,
} from '../../../kernel/activitypub/fetch.ts'
import { type ProvedId, storedId, vouchedFor } from '../../../kernel/activitypub/proved-document.ts'
import { DAY } from '../../../kernel/base/durations.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { accountStays } from '../../accounts/predicates.ts'
import { deleteCollection } from '../collections.ts'
import { isCollection } from './reading.ts'
import { keepCollection } from './resolve.ts'
import { MOST_OF_ONE } from './save.ts'

const FETCH = 'collections.fetch'
/** ms after which the collections of a viewed account are read again */
const STALE = DAY
const MOST_PAGES = 5

/**
 * Collections are fetched only for accounts that local accounts follow or view, not for every known
 * account: collections lead to further accounts, which have collections of their own.
 */
export const subscriber: Subscriber = {
  record: {
    async 'follow.created'(tx, { targetId }) {
      const place = await tx.db
        .selectFrom('remote_actor')
        .select('account_id')
        .where('account_id', '=', targetId)
        .where('featured_collections_uri', 'is not', null)
        .executeTakeFirst()
      if (place !== undefined) tx.enqueue(fetchJob(targetId))
    },
  },
}

const fetchJob = (accountId: string) => ({
  kind: FETCH,
  payload: { accountId },
  uniqueKey: accountId,
})

/** Enqueues the fetch of a remote account's collections, if the last one is long ago. */
export async function suggestCollections(app: App, accountId: string): Promise<void> {
  const place = await findPlace(app, accountId)
  if (place !== null) app.deferredJobs.add(fetchJob(accountId))
}

export const jobs: JobHandlers = {
  [FETCH]: {
    concurrency: 2,
    maxAttempts: 4,
    lapses: true,
    run: (app, { accountId }) => fetchCollections(app, String(accountId)),
  },
}

interface Place {
  id: string
  uri: ProvedId
  domain: string
  collectionsUri: string
}

/** @returns null if the account has none, must not be queried, or was queried recently */
async function findPlace(app: App, accountId: string): Promise<Place | null> {
  const row = await app.db
    .selectFrom('remote_actor')
    .innerJoin('account', 'account.id', 'remote_actor.account_id')
    .select(['account.id', 'account.uri', 'account.domain'])
    .select('remote_actor.featured_collections_uri')
    .where('account.id', '=', accountId)
    .where(accountStays())
    .where((eb) =>
      eb.or([
        eb('collections_fetched_at', 'is', null),
        eb('collections_fetched_at', '<', app.clock() - STALE),
      ]),
    )
    .executeTakeFirst()
  if (!row?.featured_collections_uri || row.domain === null) return null
  const { id, domain, featured_collections_uri: collectionsUri } = row
  return { id, uri: storedId(row), domain, collectionsUri }
}

/** @throws Unreachable */
async function fetchCollections(app: App, accountId: string): Promise<void> {
  const place = await findPlace(app, accountId)
  if (place === null) return
  const listed = await readList(app, place).catch((error) => {
    // collections that the server hides stay as they are
    if (error instanceof NotFound) return null
    throw error
  })
  if (listed === null) return
  for (const value of listed) await keepListed(app, place, value)
  const uris = new Set(listed.map(idOf))
  await app.transact(async (tx) => {
    const known = await tx.db
      .selectFrom('collection')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute()
    for (const one of known) if (!uris.has(one.uri)) await deleteCollection(tx, one)
    await tx.db
      .updateTable('remote_actor')
      .set({ collections_fetched_at: tx.now })
      .where('account_id', '=', accountId)
      .execute()
  })
}

/** @returns null if there are collections, but they could not be read */
async function readList(app: App, place: Place): Promise<unknown[] | null> {
  const { origin } = new URL(place.uri)
  const limits = { origin, maxItems: MOST_OF_ONE, maxPages: MOST_PAGES }
  const list = await fetchBelonging(app, place.collectionsUri, place)
  const { items, totalItems } = await fetchCollection(app, list, limits)
  return items.length === 0 && totalItems !== null && totalItems > 0 ? null : items
}

async function keepListed(app: App, place: Place, value: unknown): Promise<void> {
  const uri = idOf(value)
  if (uri === null || !sameOrigin(uri, place.uri)) return
  const embedded = vouchedFor(place.uri, value)
  const document = embedded !== null && isCollection(embedded) ? embedded : null
  await keepCollection(app, place, document ?? (await fetchDocument(app, uri)))
}
