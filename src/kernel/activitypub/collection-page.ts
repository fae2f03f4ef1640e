import { NotFound } from '../base/errors.ts'
import type { App } from '../core/app.ts'
import { createHopBudget } from '../net/hop-budget.ts'
import { sameOrigin } from '../net/origin.ts'
import { type Document, documentOf, idOf, isCollection } from './as2.ts'
import { itemsOf } from './fetch.ts'
import { fetchJson } from './fetch-json.ts'

/** maximum addresses requested for one page, redirects included (A33) */
const MOST_HOPS = 8

export interface CollectionPage {
  /** unchanged, as in the document */
  items: unknown[]
  /** address of the next page; null: this is the last page */
  next: string | null
}

/**
 * Reads one page of a collection; for the address of a collection, its first page. Unlike
 * `fetchCollection`, it distinguishes a page that cannot be read now from the end of the collection.
 *
 * @param uri of a collection or a page
 * @param origin documents on other origins are not read
 * @returns null if there is no such page
 * @throws Unreachable
 */
export async function fetchCollectionPage(
  app: App,
  uri: string,
  origin: string,
): Promise<CollectionPage | null> {
  const document = await open(app, uri, origin)
  if (document === null) return null
  if (itemsOf(document).length > 0 || document.first == null) return pageOf(document)
  const embedded = documentOf(document.first)
  if (embedded !== null && itemsOf(embedded).length > 0) return pageOf(embedded)
  const first = idOf(document.first)
  const page = first === null ? null : await open(app, first, origin)
  return page === null ? null : pageOf(page)
}

async function open(app: App, uri: string, origin: string): Promise<Document | null> {
  if (!sameOrigin(uri, origin)) return null
  try {
    const { document, url } = await fetchJson(app, uri, {
      budget: createHopBudget(MOST_HOPS),
      spends: app.federation.fetches,
    })
    return sameOrigin(url, origin) && isCollection(document) ? document : null
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

function pageOf(page: Document): CollectionPage {
  return { items: itemsOf(page), next: idOf(page.next) }
}
