import { documentOf, idOf } from '../../activitypub/as2.ts'
import { type Collected, fetchCollection, fetchDocument } from '../../activitypub/fetch.ts'
import { type ProvedId, vouchedFor } from '../../activitypub/proved.ts'
import type { App } from '../../app.ts'
import { NotFound, Unreachable } from '../../errors.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import { canonicalOrigin, sameOrigin } from '../../net/origin.ts'
import { registrableDomain } from '../../net/registrable-domain.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { THREAD } from './queue.ts'
import { isStatusObject } from './reading/note.ts'
import { countResults, endRefresh, enqueueThread, STALE, type ThreadPayload } from './refreshes.ts'
import { resolveStatus, storeFetched } from './resolve.ts'
import { findStoredByUri } from './stored.ts'

/** statuses that one look at a thread brings at most (A35) */
const MOST_FOUND = 500
/** statuses asked of one registrable domain in one look */
const MOST_OF_DOMAIN = 200
/** replies of one status */
const MOST_REPLIES = 300
/** documents of one collection, itself included */
const PAGES = 12
/** statuses whose replies wait to be read */
const MOST_PENDING = 300
/** new statuses after which whoever waits is told how many there are */
const TOLD_EVERY = 10
/** levels above a reply that its own server leaves out here */
const ANCESTORS = 3
/** levels below the status that was opened */
const MOST_LEVELS = 20

/** Fetches the replies to one status, and has a job of its own go on below them. */
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

/** Where the replies to a status are, if they were not read just now. */
function staleReplies(app: App, status: StatusRow): string | null {
  const at = status.replies_fetched_at ?? 0
  return status.local || at > app.clock() - STALE ? null : status.replies_uri
}

/**
 * Reads a collection of replies and stores those that are not known.
 * @returns the new ones
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

/** Where the replies to a note are. */
interface Where {
  noteUri: string
  /** of the collection, or of the note again where it stands in that without an id, as Pleroma has it */
  uri: string
}

/** The items of a collection of replies; if it cannot be read, those embedded in the note. */
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
  // without an id of its own it is part of the note
  const embedded = vouchedFor(note.id, { id: note.id, ...replies })
  return fetchCollection(app, embedded, limits)
}

async function orNull<Value>(wanted: Promise<Value>): Promise<Value | null> {
  try {
    return await wanted
  } catch (error) {
    if (error instanceof NotFound || error instanceof Unreachable) return null
    throw error
  }
}

/** @returns null if it is known, or cannot be had */
async function storeReply(
  app: App,
  item: unknown,
  { by, step }: { by: ProvedId | null; step: ThreadPayload },
): Promise<StatusRow | null> {
  const uri = idOf(item)
  if (uri === null || (await findStoredByUri(app.db, uri)) !== null) return null
  // a status that stands in a collection of its own server need not be fetched
  const embedded = vouchedFor(by, item)
  if (embedded !== null && isStatusObject(embedded)) {
    return orNull(storeFetched(app, embedded, { ancestors: ANCESTORS }))
  }
  return spend(step, uri) ? orNull(resolveStatus(app, uri, { ancestors: ANCESTORS })) : null
}

/** @returns false if the owner of that name was asked enough in this look */
function spend(step: ThreadPayload, uri: string): boolean {
  const domain = registrableDomain(URL.parse(uri)?.hostname ?? '')
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
