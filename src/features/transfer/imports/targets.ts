import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { App } from '../../../kernel/core/app.ts'
import { findAccountByName } from '../../accounts/queries.ts'
import { findAccountByUri, resolveAccount, resolveHandle } from '../../accounts/remote/resolve.ts'
import { findStatusByUri, resolveStatus } from '../../statuses/federation/resolve.ts'
import type { ImportType } from '../tables.ts'
import type { ImportRow } from './queries.ts'

/**
 * The subject of a row: an id, or a domain. `wait`: the request budget of its server is used up.
 */
export type Target = { id: string } | { missing: string } | 'wait'

/**
 * Finds the account in a row, resolving it at its server if it is unknown here.
 * @throws Unreachable
 */
export async function findTarget(
  app: App,
  type: ImportType,
  data: ImportRow['data'],
): Promise<Target> {
  if (type === 'domain_blocking') return { id: String(data.domain) }
  if (type === 'bookmarks') return findPost(app, String(data.uri))
  return data.uri === undefined ? findByHandle(app, data) : findByUri(app, String(data.uri))
}

const NO_ACCOUNT = { missing: 'No such account was found' }

async function findByHandle(app: App, data: ImportRow['data']): Promise<Target> {
  const domain = data.domain === null ? null : String(data.domain)
  const username = String(data.username)
  const known = await findAccountByName(app.db, username, domain)
  if (known === null && domain !== null && !mayAsk(app, domain)) return 'wait'
  const account = await resolveHandle(app, { username, domain })
  return account === null ? NO_ACCOUNT : { id: account.id }
}

async function findByUri(app: App, uri: string): Promise<Target> {
  const known = await findAccountByUri(app.db, uri)
  if (known === null && !mayAsk(app, new URL(uri).hostname)) return 'wait'
  const account = await resolveAccount(app, uri)
  return account === null ? NO_ACCOUNT : { id: account.id }
}

async function findPost(app: App, uri: string): Promise<Target> {
  const known = await findStatusByUri(app.db, uri)
  if (known === null && !mayAsk(app, new URL(uri).hostname)) return 'wait'
  const status = known ?? (await resolveStatus(app, uri, { ancestors: 0 }))
  return status === null ? { missing: 'No such post was found' } : { id: status.id }
}

function mayAsk({ federation }: App, domain: string): boolean {
  return federation.imports.spend(parseUrl(`https://${domain}`)?.hostname ?? domain)
}
