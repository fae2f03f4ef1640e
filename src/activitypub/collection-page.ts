import type { App } from '../app.ts'
import { NotFound } from '../errors.ts'
import { createHopBudget } from '../net/hop-budget.ts'
import { sameOrigin } from '../net/origin.ts'
import { type Document, documentOf, idOf } from './as2.ts'
import { ask } from './ask.ts'
import { itemsOf } from './fetch.ts'

/** addresses on the way to one page, redirects included (A33) */
const MOST_HOPS = 8

export interface CollectionPage {
  /** as they stand there */
  items: unknown[]
  /** where the next page is; null: this is the last one */
  next: string | null
}

/**
 * Reads one page of a collection, the first one where the collection itself is named. Other than
 * `fetchCollection` this tells a page that cannot be read now from the end.
 *
 * @param uri of a collection or a page
 * @param origin documents elsewhere are not read
 * @returns null if there is none
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
    const { document, url } = await ask(app, uri, createHopBudget(MOST_HOPS))
    return sameOrigin(url, origin) ? document : null
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

function pageOf(page: Document): CollectionPage {
  return { items: itemsOf(page), next: idOf(page.next) }
}
