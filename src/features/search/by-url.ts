import { fetchByAddress } from '../../kernel/activitypub/discover-by-url.ts'
import { logFailedLookUp } from '../../kernel/activitypub/log-failed-lookup.ts'
import { NotFound, Unreachable } from '../../kernel/base/errors.ts'
import { parseUrl } from '../../kernel/base/parse-url.ts'
import type { App } from '../../kernel/core/app.ts'
import { findAccountByName, loadReachableAccounts } from '../accounts/queries.ts'
import { storeActor } from '../accounts/remote/fetch-actor.ts'
import { findAccountByUri } from '../accounts/remote/resolve.ts'
import { storeCollection } from '../collections/federation/resolve.ts'
import { findCollectionIds } from '../collections/queries.ts'
import { findOwnByAddress } from '../statuses/federation/queries.ts'
import { findStatusByUri, storeFetched } from '../statuses/federation/resolve.ts'

/** The object of a URL; access is checked when it is rendered. */
export interface Found {
  kind: 'accounts' | 'statuses' | 'collections'
  id: string
}

/** Paths of pages and federation ids (`src/kernel/base/urls.ts`). */
const ACCOUNT = /^\/(?:@|users\/)([A-Za-z0-9_]+)\/?$/

/** Whether a query is a URL rather than words. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text)
}

/** The account, status or collection of a URL: known here, or fetched at its origin. */
export async function findByAddress(app: App, text: string): Promise<Found | null> {
  const url = parseUrl(text)
  if (url === null) return null
  if (url.origin === app.config.origin) return findOwn(app, url)
  const status = await findStatusByUri(app.db, text)
  if (status !== null) return { kind: 'statuses', id: status.id }
  const account = await findAccountByUri(app.db, text)
  if (account !== null) return { kind: 'accounts', id: account.id }
  const [collection] = await findCollectionIds(app.db, [text])
  if (collection !== undefined) return { kind: 'collections', id: collection }
  return fetchFound(app, text)
}

async function findOwn(app: App, url: URL): Promise<Found | null> {
  const status = await findOwnByAddress(app.db, app.config, url.href)
  if (status !== null) return { kind: 'statuses', id: status.id }
  const [collection] = await findCollectionIds(app.db, [url.href])
  if (collection !== undefined) return { kind: 'collections', id: collection }
  const name = ACCOUNT.exec(url.pathname)?.[1]?.toLowerCase()
  const account = name === undefined ? null : await findAccountByName(app.db, name, null)
  if (account === null) return null
  const reachable = await loadReachableAccounts(app.db, [account.id])
  return reachable.has(account.id) ? { kind: 'accounts', id: account.id } : null
}

/** A server that does not answer counts as no result: the user can try again. */
async function fetchFound(app: App, address: string): Promise<Found | null> {
  try {
    const document = await fetchByAddress(app, address)
    const status = await storeFetched(app, document)
    if (status !== null) return { kind: 'statuses', id: status.id }
    const collection = await storeCollection(app, document)
    if (collection !== null) return { kind: 'collections', id: collection.id }
    const account = await storeActor(app, document)
    return account === null ? null : { kind: 'accounts', id: account.id }
  } catch (error) {
    if (error instanceof NotFound) return null
    if (!(error instanceof Unreachable)) throw error
    logFailedLookUp(app, error)
    return null
  }
}
