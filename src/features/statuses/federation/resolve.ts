import { idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import { authorUriOf } from '../../../kernel/activitypub/author.ts'
import { type FetchOptions, fetchDocument } from '../../../kernel/activitypub/fetch.ts'
import { type ProvedDocument, vouchedFor } from '../../../kernel/activitypub/proved-document.ts'
import { NotFound, Unreachable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { resolveAccount } from '../../accounts/remote/resolve.ts'
import { domainPolicy, domainsOf } from '../../instance/domain-policy.ts'
import type { StatusRow } from '../queries.ts'
import { isOwn } from './authority.ts'
import { findOwnByAddress, findStatusByUri, findStoredByUri } from './queries.ts'
import { isStatusObject, type RemoteNote, readNote } from './reading/note.ts'
import { findAuthor, type RemoteAuthor } from './remote-author.ts'
import { type Arrival, saveNote } from './save-note.ts'
import { screeningOf } from './screen-note.ts'

export { findStatusByUri } from './queries.ts'

/** Maximum of levels up a thread that are fetched. */
export const MOST_ANCESTORS = 20

export interface ResolveOptions extends FetchOptions {
  /** remaining levels to fetch; the first level at once, the others by a job (A35) */
  ancestors?: number
  /** whether a job fetches the first level, too */
  later?: boolean
  /** recently published: shown as if its author had sent it */
  news?: boolean
  /** false: a reply to an unknown status is not stored */
  orphans?: boolean
}

/**
 * The status of a federation id: stored, or fetched at its origin and then stored with its author
 * and a few levels of its parents.
 *
 * @returns null if it is no status, gone, or not visible to us
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
 * Stores the status in a document, which is the status itself or its Create, under the status's own
 * id.
 *
 * @returns null if it is no status, or its author is not of that origin (A12)
 * @throws Unreachable
 */
export async function storeFetched(
  app: App,
  document: ProvedDocument,
  options: ResolveOptions = {},
): Promise<StatusRow | null> {
  const object = statusIn(document)
  if (object === null) return null
  const authorUri = authorUriOf(object)
  if (authorUri === null || !sameOrigin(authorUri, object.id)) return null
  if (!isPublishedBy(document, authorUri)) return null
  const account = await resolveAccount(app, authorUri, options)
  const author = account === null ? null : await findAuthor(app.db, account.id)
  const note = author === null ? null : await readArriving(app, author, object)
  if (author === null || note === null) return null
  return storeArrival(app, { author, note, delivered: options.news === true }, options)
}

/**
 * Reads an object for storing, without media and emoji if the operator rejects those of its domain.
 * @returns null if it is no status, or `author` is not its author
 */
export async function readArriving(
  app: App,
  author: RemoteAuthor,
  object: ProvedDocument,
): Promise<RemoteNote | null> {
  if (!isOwn(author, object)) return null
  const note = readNote(object, author, app.clock())
  if (note === null || note.media.length + note.emojis.length === 0) return note
  const { rejectsMedia } = await app.cached.get(domainPolicy)
  return domainsOf(author).some(rejectsMedia) ? { ...note, media: [], emojis: [] } : note
}

/** The object itself, or the object of a Create or Update of the same origin. */
function statusIn(document: ProvedDocument): ProvedDocument | null {
  if (isStatusObject(document)) return document
  if (!isOfType(document, ['Create', 'Update'])) return null
  const object = vouchedFor(document.id, document.object)
  return isStatusObject(object) ? object : null
}

/**
 * Whether a document is a status itself, or an activity of the status's author, not of another
 * actor there (A72).
 */
function isPublishedBy(document: ProvedDocument, authorUri: string): boolean {
  return isStatusObject(document) || idOf(document.actor) === authorUri
}

/**
 * Stores a status, after fetching its parent.
 * @returns null if it may not be stored: deleted before, by another author, or a reply to a status
 * that its author may not see (A18)
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

/** A parent that one attempt does not fetch is left to a job. */
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
