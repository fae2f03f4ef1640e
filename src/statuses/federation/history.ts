import { type Document, documentOf, idOf, isOfType } from '../../activitypub/as2.ts'
import { fetchCollection } from '../../activitypub/fetch.ts'
import type { App } from '../../app.ts'
import { NotFound, Unreachable } from '../../errors.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import type { Subscriber } from '../../subscriber.ts'
import { keepPins } from '../pins.ts'
import type { StatusRow } from '../queries.ts'
import { findAuthor, type RemoteAuthor } from './author.ts'
import { isOwn } from './authority.ts'
import { enqueueHistory, enqueuePins, HISTORY, PINS } from './queue.ts'
import { isStatusObject } from './reading/note.ts'
import { readArriving, resolveStatus, storeArrival } from './resolve.ts'

const LATEST = 20
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
      enqueueHistory(tx, accountId)
    },
    async 'account.refreshed'(tx, { accountId }) {
      enqueuePins(tx, accountId)
    },
  },
}

export const jobs: JobHandlers = {
  [HISTORY]: {
    maxAttempts: 3,
    asksOthers: true,
    concurrency: 4,
    async run(app, { accountId }) {
      await fetchHistory(app, String(accountId))
    },
  },
  [PINS]: {
    maxAttempts: 3,
    asksOthers: true,
    concurrency: 4,
    async run(app, { accountId }) {
      const author = await findAuthor(app.db, String(accountId))
      if (author !== null) await fetchPins(app, author)
    },
  },
}

/**
 * Stores the latest and the pinned statuses of a remote account, as far as they can be had. They are
 * brought to nobody, and nothing that they name or reply to is fetched (A35): answers to what is not
 * known here are left out.
 */
async function fetchHistory(app: App, accountId: string): Promise<void> {
  const author = await findAuthor(app.db, accountId)
  if (author === null) return
  const { items } = await readOwn(app, author, author.outboxUri, LATEST)
  // oldest first, so that whoever answers themselves is in one thread
  for (const item of items.reverse()) await storeOwn(app, author, publishedBy(item))
  await fetchPins(app, author)
  await app.transact(async (tx) => {
    await tx.db
      .updateTable('remote_actor')
      .set({ history_fetched_at: tx.now })
      .where('account_id', '=', accountId)
      .execute()
  })
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
  const object = documentOf(item)
  const status =
    object !== null && isOwn(author, object)
      ? await storeEmbedded(app, author, object)
      : await resolveOrNull(app, idOf(item))
  return status?.account_id === author.id ? status : null
}

async function storeEmbedded(app: App, author: RemoteAuthor, object: Document) {
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
