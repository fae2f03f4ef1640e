import { NotFound, Unreachable } from '../base/errors.ts'
import type { App } from '../core/app.ts'
import type { DomainBudget } from '../net/domain-budget.ts'
import { createHopBudget, type HopBudget } from '../net/hop-budget.ts'
import { sameOrigin } from '../net/origin.ts'
import { countOf, type Document, documentOf, idOf, isCollection, listOf } from './as2.ts'
import { fetchJson } from './fetch-json.ts'
import { type ProvedDocument, type ProvedId, provedAt, provedOn } from './proved-document.ts'

export interface FetchOptions {
  /** shared by all requests for one document */
  budget?: HopBudget
  /** budget that counts the requests; default `fetches` */
  spends?: DomainBudget
}

/** addresses requested for one document, redirects included (A33) */
const MOST_HOPS = 8

/**
 * Fetches the Activity Streams document of an id, signed by the instance actor. Everything that gives
 * authority is fetched this way: authors, actors, keys, consents, votes, boosted statuses (A57).
 *
 * @returns the document, whose `id` is the requested one and was found there (A09)
 * @throws NotFound if there is none: 404, 410 (its cause is a `Gone`), another type or id, refused by
 * policy, a domain that we do not federate with
 * @throws Unreachable if it cannot be fetched now: a later try may succeed
 */
export async function fetchDocument(
  app: App,
  id: string,
  { budget = createHopBudget(MOST_HOPS), spends = app.federation.fetches }: FetchOptions = {},
): Promise<ProvedDocument> {
  const document = provedAt(await fetchJson(app, id, { budget, spends }))
  if (document === null || document.id !== id) throw new NotFound()
  return document
}

/**
 * Fetches the document that an address leads to, which may have another id: for pasted URLs, and where only
 * the found document counts. The requested address does not become a name of the document.
 *
 * @returns the document, which was found at its own id
 * @throws NotFound, Unreachable as `fetchDocument` does
 */
export async function findDocument(
  app: App,
  address: string,
  { budget = createHopBudget(MOST_HOPS), spends = app.federation.fetches }: FetchOptions = {},
): Promise<ProvedDocument> {
  const found = await fetchJson(app, address, { budget, spends })
  const here = provedAt(found)
  if (here !== null) return here
  const id = idOf(found.document)
  if (id === null) throw new NotFound()
  return fetchDocument(app, id, { budget, spends })
}

/**
 * Fetches a collection of an actor, whatever id the actor's server gives it.
 * @throws NotFound, Unreachable as `fetchDocument` does; NotFound for a collection on another server
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
  /** pages on other origins are not read */
  origin: string
  maxItems: number
  /** maximum documents fetched, the collection itself included */
  maxPages: number
}

/** Items read from a collection. */
export interface Collected {
  /** unchanged; statements about other servers' objects prove nothing, see `vouchedFor` */
  items: unknown[]
  /** the total that the collection states */
  totalItems: number | null
  /** source of all the items; null if no page could be read */
  by: ProvedId | null
}

/**
 * Reads a collection, paged or not, up to the limits. Pages on other origins than `origin` are not
 * read. A page that cannot be read ends the collection.
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

/** The items of a collection or a collection page. */
export function itemsOf(page: Document): unknown[] {
  return [...listOf(page.orderedItems), ...listOf(page.items)]
}

/** A collection or page: the embedded object if it has items, else fetched. */
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
    const { document, url } = await fetchJson(app, id, {
      budget: createHopBudget(MOST_HOPS),
      spends: app.federation.fetches,
    })
    // other documents there may hold text of its users, for which the server does not vouch (A72)
    return sameOrigin(url, origin) && isCollection(document) ? document : null
  } catch (error) {
    if (error instanceof NotFound || error instanceof Unreachable) return embedded
    throw error
  }
}

function leadsOn(page: Document): boolean {
  return itemsOf(page).length > 0 || page.first !== undefined || page.next !== undefined
}
