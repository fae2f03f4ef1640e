import { resolveAccount } from '../../accounts/remote/resolve.ts'
import { isOfType } from '../../activitypub/as2.ts'
import { type FetchOptions, fetchDocument } from '../../activitypub/fetch.ts'
import { type ProvedDocument, vouchedFor } from '../../activitypub/proved.ts'
import type { App } from '../../app.ts'
import { NotFound, Unreachable } from '../../errors.ts'
import { domainPolicy } from '../../instance/domain-policy.ts'
import { sameOrigin } from '../../net/origin.ts'
import type { StatusRow } from '../queries.ts'
import { findAuthor, type RemoteAuthor } from './author.ts'
import { isOwn } from './authority.ts'
import { authorUrisOf, isStatusObject, type RemoteNote, readNote } from './reading/note.ts'
import { type Arrival, saveNote } from './save-note.ts'
import { screeningOf } from './screen-note.ts'
import { findOwnByAddress, findStatusByUri, findStoredByUri } from './stored.ts'

export { findStatusByUri } from './stored.ts'

/** How many levels up a thread is followed. */
export const MOST_ANCESTORS = 20

export interface ResolveOptions extends FetchOptions {
  /** levels up that may still be followed, the first at once and the others by a job (A35) */
  ancestors?: number
  /** whether the first level waits for a job too */
  later?: boolean
  /** what just came out: it is shown as if its author had sent it */
  news?: boolean
  /** false: what replies to something that is not known is not stored */
  orphans?: boolean
}

/**
 * The status of that federation id: stored, or fetched at its origin and stored, with its author and,
 * a few levels up, what it replies to.
 *
 * @returns null if it is no status, gone, or not for us
 * @throws Unreachable
 */
export async function resolveStatus(
  app: App,
  uri: string,
  options: ResolveOptions = {},
): Promise<StatusRow | null> {
  const known = await findStoredByUri(app.db, uri)
  if (known !== null) return known.deleted_at === null ? known : null
  if (sameOrigin(uri, app.config.origin)) return findOwnByAddress(app.db, app.config, uri)
  const document = await fetchOrNull(app, uri, options)
  return document === null ? null : storeFetched(app, document, options)
}

async function fetchOrNull(
  app: App,
  uri: string,
  options: FetchOptions,
): Promise<ProvedDocument | null> {
  try {
    return await fetchDocument(app, uri, options)
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

/**
 * Stores the status that a document is, or that it is the publication of, under its own id.
 *
 * @returns null if it is none, or by somebody who is not of that origin (A12)
 * @throws Unreachable
 */
export async function storeFetched(
  app: App,
  document: ProvedDocument,
  options: ResolveOptions = {},
): Promise<StatusRow | null> {
  const object = statusIn(document)
  if (object === null) return null
  const authorUri = authorUrisOf(object).find((one) => sameOrigin(one, object.id))
  if (authorUri === undefined) return null
  const account = await resolveAccount(app, authorUri, options)
  const author = account === null ? null : await findAuthor(app.db, account.id)
  const note = author === null ? null : await readArriving(app, author, object)
  if (author === null || note === null) return null
  return storeArrival(app, { author, note, delivered: options.news === true }, options)
}

/**
 * Reads an object for storing: without its media where the operator wants none of that domain.
 * @returns null if it is no status, or not its author's: whoever was found under the name that it gives
 */
export async function readArriving(
  app: App,
  author: RemoteAuthor,
  object: ProvedDocument,
): Promise<RemoteNote | null> {
  if (!isOwn(author, object)) return null
  const note = readNote(object, author, app.clock())
  if (note === null || note.media.length === 0) return note
  const policy = await app.cached.get(domainPolicy)
  return policy.rejectsMedia(author.domain) ? { ...note, media: [] } : note
}

/** The object itself, or the one that was created on the same origin. */
function statusIn(document: ProvedDocument): ProvedDocument | null {
  if (isStatusObject(document)) return document
  if (!isOfType(document, ['Create', 'Update'])) return null
  const object = vouchedFor(document.id, document.object)
  return isStatusObject(object) ? object : null
}

/**
 * Stores a status, after what it replies to was looked for.
 * @returns null if it may not be stored: deleted before, by another author, or a reply to what its
 *   author must not see (A18)
 */
export async function storeArrival(
  app: App,
  arrival: Omit<Arrival, 'parent' | 'ancestors' | 'screening'>,
  options: ResolveOptions = {},
): Promise<StatusRow | null> {
  const ancestors = options.ancestors ?? MOST_ANCESTORS
  const parent = await findParent(app, arrival.note.inReplyTo, { ...options, ancestors })
  const isOrphan = parent === null && arrival.note.inReplyTo !== null
  if (isOrphan && options.orphans === false) return null
  const screening = await screeningOf(app, arrival.note)
  const whole = { ...arrival, parent, ancestors, screening }
  return app.transact((tx) => saveNote(tx, whole))
}

/** What is not at hand within a try is left to a job. */
async function findParent(
  app: App,
  uri: string | null,
  options: ResolveOptions & { ancestors: number },
): Promise<StatusRow | null> {
  if (uri === null) return null
  const known = await findStatusByUri(app.db, uri)
  if (known !== null) return known
  if (options.later === true || options.ancestors <= 0) return null
  const above = { ancestors: options.ancestors - 1, later: true }
  try {
    return await resolveStatus(app, uri, above)
  } catch (error) {
    if (error instanceof Unreachable || error instanceof NotFound) return null
    throw error
  }
}
