import { parseHandle } from '../accounts/handles.ts'
import { findAccountByName } from '../accounts/queries.ts'
import { resolveHandle } from '../accounts/remote/resolve.ts'
import { logFailedLookUp } from '../activitypub/failed-look-up.ts'
import type { App } from '../app.ts'
import { Unreachable } from '../errors.ts'
import { type Found, findByAddress, isAddress } from './by-address.ts'

/**
 * What an address or a handle stands for: known here, or asked for where it is, as a search that resolves does.
 *
 * @param text an `https` address, `acct:name@host`, `@name@host` or `name@host`
 * @returns null if nothing is found; who may see it is asked when it is rendered
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

/** A server that does not answer has nobody of that name. */
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
