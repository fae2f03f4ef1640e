import { findAccountByName, loadReachableAccounts } from '../accounts/queries.ts'
import type { App } from '../app.ts'
import { normalizeId } from '../ids.ts'

/** What an address stands for; who may see it is asked when it is rendered. */
export interface Found {
  kind: 'accounts' | 'statuses'
  id: string
}

/** Paths of pages and federation ids (`src/addresses.ts`). */
const STATUS = /^\/(?:@[^/]+|users\/[^/]+\/statuses)\/(\d+)\/?$/
const ACCOUNT = /^\/(?:@|users\/)([A-Za-z0-9_]+)\/?$/

/** Whether a query is the address of something rather than words. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text)
}

/** The account or status that an address stands for, if it is known here. */
export async function findByAddress(app: App, text: string): Promise<Found | null> {
  const url = URL.parse(text)
  if (url === null) return null
  if (url.origin === app.config.origin) return findOwn(app, url.pathname)
  const known = await app.db
    .selectFrom('status')
    .select('id')
    .where('uri', '=', text)
    .executeTakeFirst()
  return known === undefined ? null : { kind: 'statuses', id: known.id }
}

async function findOwn(app: App, path: string): Promise<Found | null> {
  const statusId = normalizeId(STATUS.exec(path)?.[1] ?? '')
  if (statusId !== null) return { kind: 'statuses', id: statusId }
  const name = ACCOUNT.exec(path)?.[1]?.toLowerCase()
  const account = name === undefined ? null : await findAccountByName(app.db, name, null)
  if (account === null) return null
  const reachable = await loadReachableAccounts(app.db, [account.id])
  return reachable.has(account.id) ? { kind: 'accounts', id: account.id } : null
}
