import { documentOf, idOf } from '../../../kernel/activitypub/as2.ts'
import {
  type Collected,
  fetchCollection,
  fetchDocument,
} from '../../../kernel/activitypub/fetch.ts'
import { type ProvedId, vouchedFor } from '../../../kernel/activitypub/proved-document.ts'
import { NotFound, Unreachable } from '../../../kernel/base/errors.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { canonicalOrigin, sameOrigin } from '../../../kernel/net/origin.ts'
import { registrableDomain } from '../../../kernel/net/registrable-domain.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { THREAD } from './job-kinds.ts'
import { findStoredByUri } from './queries.ts'
import { isStatusObject } from './reading/note.ts'
import { countResults, endRefresh, enqueueThread, STALE, type ThreadPayload } from './refreshes.ts'
import { resolveStatus, storeFetched } from './resolve.ts'

/** maximum of statuses that one refresh of a thread stores (A35) */
const MOST_FOUND = 500
/** maximum of requests to one registrable domain per refresh */
const MOST_OF_DOMAIN = 200
/** maximum of replies to one status */
const MOST_REPLIES = 300
/** maximum of documents per collection, including itself */
const PAGES = 12
/** maximum of statuses whose replies are still to be read */
const MOST_PENDING = 300
/** number of new statuses after which the refresh updates its result count */
const TOLD_EVERY = 10
/** maximum of levels above a reply that its own server omits here */
const ANCESTORS = 3
/** maximum of levels below the opened status */
const MOST_LEVELS = 20

/** Fetches the replies to one status and enqueues a job for the replies below them. */
export const jobs: JobHandlers = {
  [THREAD]: {
    maxAttempts: 3,
    lapses: true,
    concurrency: 4,
    run: (app, payload) => readReplies(app, payload as unknown as ThreadPayload),
  },
}

async function readReplies(app: App, payload: ThreadPayload): Promise<void> {
  const [next, ...pending] = payload.pending
  if (next === undefined) return app.transact((tx) => endRefresh(tx, payload.refreshId))
  const status = await findStatus(app.db, next.statusId)
  const step = { ...payload, pending, asked: { ...payload.asked } }
  const uri = status === null ? null : staleReplies(app, status)
  const found = uri === null ? [] : await fetchReplies(app, { noteUri: status!.uri, uri }, step)
  step.found += found.length
  if (next.level < MOST_LEVELS) addPending(step, found, next.level + 1)
  await app.transact(async (tx) => {
    if (uri !== null) {
      await tx.db
        .updateTable('status')
        .set({ replies_fetched_at: tx.now })
        .where('id', '=', next.statusId)
        .execute()
    }
    await countResults(tx, payload.refreshId, step.found)
    const done = step.pending.length === 0 || step.found >= MOST_FOUND
    if (done) await endRefresh(tx, payload.refreshId)
    else enqueueThread(tx, step)
  })
}

/** The URI of the collection of replies, if it was not read recently. */
function staleReplies(app: App, status: StatusRow): string | null {
  const at = status.replies_fetched_at ?? 0
  return status.local || at > app.clock() - STALE ? null : status.replies_uri
}

/**
 * Reads a collection of replies and stores the unknown ones.
 * @returns the new statuses
 */
async function fetchReplies(app: App, where: Where, step: ThreadPayload): Promise<StatusRow[]> {
  const origin = canonicalOrigin(where.uri)
  if (origin === null) return []
  const { items, by } = await readItems(app, { ...where, origin }, step)
  const found: StatusRow[] = []
  for (const item of items) {
    if (step.found + found.length >= MOST_FOUND) break
    const status = await storeReply(app, item, { by, step })
    if (status === null) continue
    found.push(status)
    if (found.length % TOLD_EVERY > 0) continue
    const soFar = step.found + found.length
    await app.transact((tx) => countResults(tx, step.refreshId, soFar))
  }
  return found
}

/** The replies of a note. */
interface Where {
  noteUri: string
  /**
   * of the collection, or of the note itself if the collection is embedded without an id, as in
   * Pleroma
   */
  uri: string
}

/** The items of a collection of replies; if it cannot be read, the items embedded in the note. */
async function readItems(
  app: App,
  { noteUri, uri, origin }: Where & { origin: string },
  step: ThreadPayload,
): Promise<Pick<Collected, 'items' | 'by'>> {
  const nothing = { items: [], by: null }
  const limits = { origin, maxItems: MOST_REPLIES, maxPages: PAGES }
  if (uri !== noteUri) {
    if (!spend(step, uri)) return nothing
    const read = await fetchCollection(app, uri, limits)
    if (read.items.length > 0 || read.totalItems !== null) return read
  }
  if (!sameOrigin(noteUri, origin) || !spend(step, noteUri)) return nothing
  const note = await orNull(fetchDocument(app, noteUri))
  const replies = documentOf(note?.replies)
  if (note === null || replies === null) return nothing
  // a collection without an id of its own is part of the note
  const embedded = vouchedFor(note.id, { id: note.id, ...replies })
  const { items } = await fetchCollection(app, embedded, limits)
  // the author of the note wrote them, who vouches for nobody else there (A72)
  return { items, by: null }
}

async function orNull<Value>(wanted: Promise<Value>): Promise<Value | null> {
  try {
    return await wanted
  } catch (error) {
    if (error instanceof NotFound || error instanceof Unreachable) return null
    throw error
  }
}

/** @returns null if the reply is known, or cannot be fetched */
async function storeReply(
  app: App,
  item: unknown,
  { by, step }: { by: ProvedId | null; step: ThreadPayload },
): Promise<StatusRow | null> {
  const uri = idOf(item)
  if (uri === null || (await findStoredByUri(app.db, uri)) !== null) return null
  // a status embedded in a collection of its own server need not be fetched
  const embedded = vouchedFor(by, item)
  if (embedded !== null && isStatusObject(embedded)) {
    return orNull(storeFetched(app, embedded, { ancestors: ANCESTORS }))
  }
  return spend(step, uri) ? orNull(resolveStatus(app, uri, { ancestors: ANCESTORS })) : null
}

/** @returns false if this refresh has used up the requests to that domain */
function spend(step: ThreadPayload, uri: string): boolean {
  const domain = registrableDomain(parseUrl(uri)?.hostname ?? '')
  const asked = step.asked[domain] ?? 0
  if (asked >= MOST_OF_DOMAIN) return false
  step.asked[domain] = asked + 1
  return true
}

function addPending(step: ThreadPayload, found: readonly StatusRow[], level: number): void {
  const room = MOST_PENDING - step.pending.length
  const more = found.filter((status) => status.replies_uri !== null).slice(0, Math.max(room, 0))
  step.pending.push(...more.map((status) => ({ statusId: status.id, level })))
}
