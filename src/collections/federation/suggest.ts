import { documentOf, idOf } from '../../activitypub/as2.ts'
import { fetchCollection, fetchDocument } from '../../activitypub/fetch.ts'
import type { App } from '../../app.ts'
import { NotFound } from '../../errors.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import { sameOrigin } from '../../net/origin.ts'
import type { Subscriber } from '../../subscriber.ts'
import { deleteCollection } from '../collections.ts'
import { isCollection } from './reading.ts'
import { keepCollection } from './resolve.ts'
import { MOST_OF_ONE } from './save.ts'

const FETCH = 'collections.fetch'
/** ms after which the collections of somebody whom people look at are read again */
const STALE = 86_400_000
const MOST_PAGES = 5

/**
 * Collections are fetched of whom somebody here follows or looks at, not of everybody who is met:
 * they lead to others, who have some of their own.
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

/** Has the collections of a remote account fetched, if that was long ago. */
export async function suggestCollections(app: App, accountId: string): Promise<void> {
  const place = await findPlace(app, accountId)
  if (place !== null) app.suggestions.add(fetchJob(accountId))
}

export const jobs: JobHandlers = {
  [FETCH]: {
    concurrency: 2,
    maxAttempts: 4,
    asksOthers: true,
    run: (app, { accountId }) => fetchCollections(app, String(accountId)),
  },
}

interface Place {
  id: string
  uri: string
  domain: string
  collectionsUri: string
}

/** @returns null for who has none, is not to be asked, or was asked lately */
async function findPlace(app: App, accountId: string): Promise<Place | null> {
  const row = await app.db
    .selectFrom('remote_actor')
    .innerJoin('account', 'account.id', 'remote_actor.account_id')
    .select(['account.id', 'account.uri', 'account.domain'])
    .select('remote_actor.featured_collections_uri')
    .where('account.id', '=', accountId)
    .where('account.suspended_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('collections_fetched_at', 'is', null),
        eb('collections_fetched_at', '<', app.clock() - STALE),
      ]),
    )
    .executeTakeFirst()
  if (!row?.featured_collections_uri || row.domain === null) return null
  const { id, uri, domain, featured_collections_uri: collectionsUri } = row
  return { id, uri, domain, collectionsUri }
}

/** @throws Unreachable */
async function fetchCollections(app: App, accountId: string): Promise<void> {
  const place = await findPlace(app, accountId)
  if (place === null) return
  const listed = await readList(app, place).catch((error) => {
    // what they show to nobody is left as it is
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

/** @returns null where there are some, but they could not be read */
async function readList(app: App, { uri, collectionsUri }: Place): Promise<unknown[] | null> {
  const limits = { origin: new URL(uri).origin, maxItems: MOST_OF_ONE, maxPages: MOST_PAGES }
  const list = await fetchDocument(app, collectionsUri)
  const { items, totalItems } = await fetchCollection(app, list, limits)
  return items.length === 0 && totalItems !== null && totalItems > 0 ? null : items
}

async function keepListed(app: App, place: Place, value: unknown): Promise<void> {
  const uri = idOf(value)
  if (uri === null || !sameOrigin(uri, place.uri)) return
  const embedded = documentOf(value)
  const document = embedded !== null && isCollection(embedded) ? embedded : null
  await keepCollection(app, place, document ?? (await fetchDocument(app, uri)))
}
