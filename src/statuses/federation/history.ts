import { documentOf, idOf, isOfType } from '../../activitypub/as2.ts'
import { type CollectionPage, fetchCollectionPage } from '../../activitypub/collection-page.ts'
import { fetchCollection } from '../../activitypub/fetch.ts'
import type { ProvedDocument } from '../../activitypub/proved.ts'
import type { App } from '../../app.ts'
import { NotFound, Unreachable } from '../../errors.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import type { Subscriber } from '../../subscriber.ts'
import type { Tx } from '../../transact.ts'
import { keepPins } from '../pins.ts'
import type { StatusRow } from '../queries.ts'
import { findAuthor, type RemoteAuthor } from './author.ts'
import { ownEmbedded } from './authority.ts'
import { enqueueHistory, enqueuePins, HISTORY, type HistoryStep, PINS } from './queue.ts'
import { isStatusObject } from './reading/note.ts'
import { readArriving, resolveStatus, storeArrival } from './resolve.ts'

/** entries of an outbox that are read, and pages, each by a job of its own (A35) */
const LATEST = 200
const OUTBOX_PAGES = 10
/** pages with nothing on them after which there is no more to be expected */
const EMPTY_PAGES = 2
/** how often a server that asks us to wait is asked again for one page */
const MOST_WAITS = 4
const PINNED = 20
/** documents of a collection, itself included */
const PAGES = 3

/**
 * A profile that is seen for the first time shows what its owner said last, and what is pinned; the
 * latter is looked at again with the profile.
 */
export const subscriber: Subscriber = {
  record: {
    async 'account.discovered'(tx, { accountId }) {
      enqueueHistory(tx, { accountId })
    },
    async 'account.refreshed'(tx, { accountId }) {
      enqueuePins(tx, accountId)
    },
  },
}

export const jobs: JobHandlers = {
  [HISTORY]: {
    maxAttempts: 6,
    lapses: true,
    concurrency: 4,
    run: (app, payload) => fetchHistory(app, payload as unknown as HistoryStep),
  },
  [PINS]: {
    maxAttempts: 3,
    lapses: true,
    concurrency: 4,
    async run(app, { accountId }) {
      const author = await findAuthor(app.db, String(accountId))
      if (author !== null) await fetchPins(app, author)
    },
  },
}

/**
 * Stores the latest and the pinned statuses of a remote account, as far as they can be had, a page with each
 * job. They are brought to nobody, and nothing that they name or reply to is fetched (A35): answers to what
 * is not known here are left out.
 */
async function fetchHistory(app: App, step: HistoryStep): Promise<void> {
  const author = await findAuthor(app.db, step.accountId)
  if (author === null) return
  const uri = step.page ?? author.outboxUri
  const page = uri === null ? null : await fetchPage(app, author, uri, step)
  if (page === 'later') return
  const { found = 0, pages = 0 } = step
  const items = (page?.items ?? []).slice(0, LATEST - found)
  // oldest first, so that whoever answers themselves is in one thread
  for (const item of items.toReversed()) await storeOwn(app, author, publishedBy(item))
  const read = { accountId: author.id, pages: pages + 1, found: found + items.length }
  const next = page?.next ?? null
  const mostPages = read.found === 0 ? EMPTY_PAGES : OUTBOX_PAGES
  const goesOn = next !== null && next !== uri && read.found < LATEST && read.pages < mostPages
  if (pages === 0) await fetchPins(app, author)
  await app.transact(async (tx) => {
    if (goesOn) enqueueHistory(tx, { ...read, page: next })
    if (pages === 0) await noteFetched(tx, author.id)
  })
}

/** @returns `later` if the server has enough of us: a job goes on when it lets us. @throws Unreachable */
async function fetchPage(
  app: App,
  author: RemoteAuthor,
  uri: string,
  step: HistoryStep,
): Promise<CollectionPage | 'later' | null> {
  try {
    return await fetchCollectionPage(app, uri, author.uri)
  } catch (error) {
    const until = app.federation.pauses.get(new URL(uri).host) ?? 0
    const { waits = 0 } = step
    const mayWait = until > app.clock() && waits < MOST_WAITS
    if (!(error instanceof Unreachable) || !mayWait) throw error
    await app.transact(async (tx) => enqueueHistory(tx, { ...step, waits: waits + 1 }, until))
    return 'later'
  }
}

async function noteFetched(tx: Tx, accountId: string): Promise<void> {
  await tx.db
    .updateTable('remote_actor')
    .set({ history_fetched_at: tx.now })
    .where('account_id', '=', accountId)
    .execute()
}

/** Makes an account have those pins that its featured collection has, if that can be read. */
async function fetchPins(app: App, author: RemoteAuthor): Promise<void> {
  const { items, totalItems } = await readOwn(app, author, author.featuredUri, PINNED)
  if (items.length === 0 && totalItems === null) return
  const statusIds: string[] = []
  for (const item of items) {
    const status = await storeOwn(app, author, item)
    if (status !== null && status.reblog_of_id === null) statusIds.push(status.id)
  }
  await app.transact((tx) => keepPins(tx, author.id, statusIds))
}

function readOwn(app: App, author: RemoteAuthor, collection: string | null, maxItems: number) {
  return fetchCollection(app, collection, { origin: author.uri, maxItems, maxPages: PAGES })
}

/** What an entry of an outbox published; boosts of others are left out. */
function publishedBy(item: unknown): unknown {
  const activity = documentOf(item)
  if (activity === null || isStatusObject(activity)) return item
  return isOfType(activity, ['Create']) ? activity.object : null
}

/** Stores a status of the account that is embedded or named; null for anybody else's. */
async function storeOwn(app: App, author: RemoteAuthor, item: unknown): Promise<StatusRow | null> {
  const object = ownEmbedded(author, item)
  const status =
    object !== null
      ? await storeEmbedded(app, author, object)
      : await resolveOrNull(app, idOf(item))
  return status?.account_id === author.id ? status : null
}

async function storeEmbedded(app: App, author: RemoteAuthor, object: ProvedDocument) {
  const note = await readArriving(app, author, object)
  return note === null ? null : storeArrival(app, { author, note, delivered: false }, ALONE)
}

const ALONE = { ancestors: 0, orphans: false }

async function resolveOrNull(app: App, uri: string | null): Promise<StatusRow | null> {
  try {
    return uri === null ? null : await resolveStatus(app, uri, ALONE)
  } catch (error) {
    if (error instanceof NotFound || error instanceof Unreachable) return null
    throw error
  }
}
