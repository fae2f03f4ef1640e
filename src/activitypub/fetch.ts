import type { App } from '../app.ts'
import { NotFound, Unreachable } from '../errors.ts'
import { createHopBudget, type HopBudget } from '../net/hop-budget.ts'
import { sameOrigin } from '../net/origin.ts'
import { countOf, type Document, documentOf, idOf, listOf } from './as2.ts'
import { ask } from './ask.ts'
import { type ProvedDocument, type ProvedId, provedAt, provedOn } from './proved.ts'

export interface FetchOptions {
  /** shared by all requests on the way to one document */
  budget?: HopBudget
}

/** addresses on the way to one document, redirects included (A33) */
const MOST_HOPS = 8

/**
 * Fetches the Activity Streams document of an id, signed by the instance actor. This is the way to
 * whatever gives authority: authors, actors, keys, consent, votes, what is boosted (A57).
 *
 * @returns the document, whose `id` is the one that was asked for and was found there (A09)
 * @throws NotFound if there is none: 404, 410 (its cause is a `Gone`), another type or id, refused by
 *   policy, a domain that we do not federate with
 * @throws Unreachable if it cannot be found out now: trying later may work
 */
export async function fetchDocument(
  app: App,
  id: string,
  { budget = createHopBudget(MOST_HOPS) }: FetchOptions = {},
): Promise<ProvedDocument> {
  const document = provedAt(await ask(app, id, budget))
  if (document === null || document.id !== id) throw new NotFound()
  return document
}

/**
 * Fetches what an address leads to, which may be called otherwise: for what people paste, and where
 * the document that is found is all that counts. What was asked for is no name of it.
 *
 * @returns the document, which was found at its own id
 * @throws NotFound, Unreachable as `fetchDocument` does
 */
export async function findDocument(
  app: App,
  address: string,
  { budget = createHopBudget(MOST_HOPS) }: FetchOptions = {},
): Promise<ProvedDocument> {
  const found = await ask(app, address, budget)
  const here = provedAt(found)
  if (here !== null) return here
  const id = idOf(found.document)
  if (id === null) throw new NotFound()
  return fetchDocument(app, id, { budget })
}

/**
 * Fetches a collection of somebody, by whatever id their server gives it.
 * @throws NotFound, Unreachable as `fetchDocument` does; the former for what is not on their server
 */
export async function fetchBelonging(
  app: App,
  uri: string,
  owner: { uri: string },
): Promise<ProvedDocument> {
  const document = await findDocument(app, uri)
  if (!sameOrigin(document.id, owner.uri)) throw new NotFound()
  return document
}

export interface CollectionLimits {
  /** pages elsewhere are not read */
  origin: string
  maxItems: number
  /** documents that are fetched, the collection itself included */
  maxPages: number
}

/** Items read from a collection. */
export interface Collected {
  /** as they stand there; what they say of others is hearsay, see `vouchedFor` */
  items: unknown[]
  /** the number that it claims to have */
  totalItems: number | null
  /** where all of it came from; null if nothing could be read */
  by: ProvedId | null
}

/**
 * Reads a collection, paged or not, as far as the limits go. Pages elsewhere than on `origin` are not
 * read. What cannot be read ends it.
 *
 * @param collection its address, or the document that was found there
 */
export async function fetchCollection(
  app: App,
  collection: string | ProvedDocument | null,
  limits: CollectionLimits,
): Promise<Collected> {
  const visited = new Set<string>()
  const open = (value: unknown) => openPage(app, value, limits, visited)
  const whole = await open(collection)
  const by = provedOn(idOf(collection) ?? '', limits.origin)
  if (whole === null || by === null) return { items: [], totalItems: null, by: null }
  const items = itemsOf(whole)
  let next = items.length > 0 ? whole.next : (whole.first ?? whole.next)
  while (items.length < limits.maxItems) {
    const page = await open(next)
    if (page === null) break
    items.push(...itemsOf(page))
    next = page.next
  }
  return { items: items.slice(0, limits.maxItems), totalItems: countOf(whole.totalItems), by }
}

/** The items of a collection, or of a page of one. */
export function itemsOf(page: Document): unknown[] {
  return [...listOf(page.orderedItems), ...listOf(page.items)]
}

/** A collection or page: as it is embedded, if it says anything there, else fetched. */
async function openPage(
  app: App,
  value: unknown,
  { origin, maxPages }: CollectionLimits,
  visited: Set<string>,
): Promise<Document | null> {
  const embedded = documentOf(value)
  if (embedded !== null && leadsOn(embedded)) return embedded
  const id = idOf(value)
  if (id === null || !sameOrigin(id, origin)) return embedded
  if (visited.size >= maxPages || visited.has(id)) return null
  visited.add(id)
  try {
    const { document, url } = await ask(app, id, createHopBudget(MOST_HOPS))
    return sameOrigin(url, origin) ? document : null
  } catch (error) {
    if (error instanceof NotFound || error instanceof Unreachable) return embedded
    throw error
  }
}

function leadsOn(page: Document): boolean {
  return itemsOf(page).length > 0 || page.first !== undefined || page.next !== undefined
}
