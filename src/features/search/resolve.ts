import { logFailedLookUp } from '../../kernel/activitypub/log-failed-lookup.ts'
import { Unreachable } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { parseHandle } from '../accounts/handles.ts'
import { findAccountByName } from '../accounts/queries.ts'
import { resolveHandle } from '../accounts/remote/resolve.ts'
import { type Found, findByAddress, isAddress } from './by-url.ts'

/**
 * The object of a URL or a handle: known here, or resolved at its server, as in a resolving search.
 *
 * @param text an `https` URL, `acct:name@host`, `@name@host` or `name@host`
 * @returns null if nothing is found; access is checked when it is rendered
 */
export async function resolveText(app: App, text: string): Promise<Found | null> {
  if (isAddress(text)) return findByAddress(app, text)
  const handle = parseHandle(app.config, text.replace(/^acct:(?:\/\/)?/i, ''))
  if (handle === null) return null
  const account = await findHolder(app, handle)
  if (account === null || account.activated_at === null || account.suspended_at !== null)
    return null
  return { kind: 'accounts', id: account.id }
}

/** A server that does not answer counts as having no such account. */
async function findHolder(
  app: App,
  { username, domain }: { username: string; domain: string | null },
) {
  if (domain === null) return findAccountByName(app.db, username, null)
  try {
    return await resolveHandle(app, { username, domain })
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    logFailedLookUp(app, error)
    return null
  }
}
