import { documentOf, idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import {
  type CollectionPage,
  fetchCollectionPage,
} from '../../../kernel/activitypub/collection-page.ts'
import { fetchCollection } from '../../../kernel/activitypub/fetch.ts'
import type { ProvedDocument } from '../../../kernel/activitypub/proved-document.ts'
import { NotFound, Unreachable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { savePins } from '../interact/pins.ts'
import type { StatusRow } from '../queries.ts'
import { ownEmbedded } from './authority.ts'
import { enqueueHistory, enqueuePins, HISTORY, type HistoryStep, PINS } from './job-kinds.ts'
import { isStatusObject } from './reading/note.ts'
import { findAuthor, type RemoteAuthor } from './remote-author.ts'
import { readArriving, resolveStatus, storeArrival } from './resolve.ts'

/** maximum of entries read from an outbox, and of its pages, each read by a job of its own (A35) */
const LATEST = 200
const OUTBOX_PAGES = 10
/** number of empty pages in a row after which reading stops */
const EMPTY_PAGES = 2
/** number of retries per page while the server answers 429 or 503 */
const MOST_WAITS = 4
const PINNED = 20
/** maximum of documents per collection, including itself */
const PAGES = 3

/**
 * Fetches the latest and the pinned statuses of a profile that is seen for the first time. Pins are
 * fetched again with the profile.
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
 * Stores the latest and the pinned statuses of a remote account, one page per job. They reach no
 * timelines and no notifications, and their mentions and parents are not fetched (A35): replies to
 * unknown statuses are left out.
 */
async function fetchHistory(app: App, step: HistoryStep): Promise<void> {
  const author = await findAuthor(app.db, step.accountId)
  if (author === null) return
  const uri = step.page ?? author.outboxUri
  const page = uri === null ? null : await fetchPage(app, author, uri, step)
  if (page === 'later') return
  const { found = 0, pages = 0 } = step
  const items = (page?.items ?? []).slice(0, LATEST - found)
  // oldest first, so that replies of the author to the author find their parents
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

/**
 * @returns `later` if the server limits our requests: a job continues after the wait.
 * @throws Unreachable
 */
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

/** Replaces the pins of an account with those of its featured collection, if that can be read. */
async function fetchPins(app: App, author: RemoteAuthor): Promise<void> {
  const { items, totalItems } = await readOwn(app, author, author.featuredUri, PINNED)
  if (items.length === 0 && totalItems === null) return
  const statusIds: string[] = []
  for (const item of items) {
    const status = await storeOwn(app, author, item)
    if (status !== null && status.reblog_of_id === null) statusIds.push(status.id)
  }
  await app.transact((tx) => savePins(tx, author.id, statusIds))
}

function readOwn(app: App, author: RemoteAuthor, collection: string | null, maxItems: number) {
  return fetchCollection(app, collection, { origin: author.uri, maxItems, maxPages: PAGES })
}

/** The object that an outbox entry published; reblogs of others are left out. */
function publishedBy(item: unknown): unknown {
  const activity = documentOf(item)
  if (activity === null || isStatusObject(activity)) return item
  return isOfType(activity, ['Create']) ? activity.object : null
}

/** Stores an embedded or named status of the account; null for another account's. */
async function storeOwn(app: App, author: RemoteAuthor, item: unknown): Promise<StatusRow | null> {
  const object = ownEmbedded(author, item)
  const status =
    object !== null
      ? await storeEmbedded(app, author, object)
      : await resolveOwn(app, author, idOf(item))
  return status?.account_id === author.id ? status : null
}

async function storeEmbedded(app: App, author: RemoteAuthor, object: ProvedDocument) {
  const note = await readArriving(app, author, object)
  return note === null ? null : storeArrival(app, { author, note, delivered: false }, ALONE)
}

const ALONE = { ancestors: 0, orphans: false }

/** A collection cannot make us fetch from servers that cannot host the account's statuses (A73). */
async function resolveOwn(
  app: App,
  author: RemoteAuthor,
  uri: string | null,
): Promise<StatusRow | null> {
  try {
    return uri !== null && sameOrigin(uri, author.uri) ? await resolveStatus(app, uri, ALONE) : null
  } catch (error) {
    if (error instanceof NotFound || error instanceof Unreachable) return null
    throw error
  }
}
