import type { App } from '../app.ts'
import { NotFound, Unreachable } from '../errors.ts'
import { createHopBudget, type HopBudget } from '../net/hop-budget.ts'
import { sameOrigin } from '../net/origin.ts'
import { countOf, type Document, documentOf, idOf, listOf } from './as2.ts'
import { ask } from './ask.ts'

export interface FetchOptions {
  /** shared by all requests on the way to one document */
  budget?: HopBudget
}

/** addresses on the way to one document, redirects included (A33) */
const MOST_HOPS = 8

/**
 * Fetches an Activity Streams document at its origin, signed by the instance actor.
 *
 * @returns the document, whose `id` is the address that it was found at (A09)
 * @throws NotFound if there is none: 404, 410 (its cause is a `Gone`), another type, refused by policy,
 *   a domain that we do not federate with
 * @throws Unreachable if it cannot be found out now: trying later may work
 */
export async function fetchDocument(
  app: App,
  uri: string,
  options: FetchOptions = {},
): Promise<Document> {
  const budget = options.budget ?? createHopBudget(MOST_HOPS)
  const first = await ask(app, uri, budget)
  const id = idOf(first.document.id)
  if (id === null) throw new NotFound()
  if (isAt(id, first.url)) return first.document
  const second = await ask(app, id, budget)
  if (second.document.id !== id || !isAt(id, second.url)) throw new NotFound()
  return second.document
}

/**
 * Whether an id names the address that a document was found at, in the one spelling that is stored:
 * else there would be as many ids of a thing as there are ways to write them (A11).
 */
function isAt(id: string, address: string): boolean {
  const [bare = ''] = id.split('#', 1)
  const written = bare.replace(/[^\x20-\x7e]+/g, encodeText)
  return written === address || `${written}/` === address
}

/** Half a character cannot be encoded, and is in no address. */
function encodeText(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text
}

export interface CollectionLimits {
  /** pages elsewhere are not read */
  origin: string
  maxItems: number
  /** documents that are fetched, the collection itself included */
  maxPages: number
}

/**
 * Reads a collection, paged or not, embedded or by its id, as far as the limits go. Pages elsewhere
 * than on `origin` are not read. What cannot be read ends it.
 *
 * @returns items as they stand there, and the number it claims to have
 */
export async function fetchCollection(
  app: App,
  collection: unknown,
  limits: CollectionLimits,
): Promise<{ items: unknown[]; totalItems: number | null }> {
  const visited = new Set<string>()
  const open = (value: unknown) => openPage(app, value, limits, visited)
  const whole = await open(collection)
  if (whole === null) return { items: [], totalItems: null }
  const items = itemsOf(whole)
  let next = items.length > 0 ? whole.next : (whole.first ?? whole.next)
  while (items.length < limits.maxItems) {
    const page = await open(next)
    if (page === null) break
    items.push(...itemsOf(page))
    next = page.next
  }
  return { items: items.slice(0, limits.maxItems), totalItems: countOf(whole.totalItems) }
}

/** What stands in a collection or a page of one. */
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
