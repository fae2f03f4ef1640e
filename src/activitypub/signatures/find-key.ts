import type { App } from '../../app.ts'
import { Forbidden, Unauthorized, Unreachable } from '../../errors.ts'
import { sameOrigin } from '../../net/origin.ts'
import type { ActorKey } from '../actors.ts'
import { MAX_URI } from '../as2.ts'

/** keys of one host that are fetched at once */
const MOST_OF_HOST = 8
/** keys that are fetched at once */
const MOST = 64

/** A key that is known here, without asking anybody. */
export async function findKnownKey(app: App, keyUri: string): Promise<ActorKey | null> {
  const { keys, actors } = app.federation
  const cached = keys.get(keyUri)
  if (typeof cached === 'object') return cached
  if (cached === 'unknown') return null
  const stored = keyUri.length > MAX_URI ? null : await actors.findKey(app, keyUri)
  if (stored !== null) keys.set(keyUri, stored)
  return stored
}

/**
 * A key that is not known here, fetched with its owner. Those who ask for it meanwhile get the same,
 * and one that cannot be had is not asked for again for a while (A08).
 *
 * @throws Unauthorized if there is no such key
 * @throws Forbidden for a host that we do not federate with
 * @throws Unreachable if that cannot be found out now, or too many are asked for
 */
export async function fetchKey(app: App, keyUri: string): Promise<ActorKey> {
  const { keys, keyFetches } = app.federation
  const missed = keys.get(keyUri)
  if (missed === 'unknown') throw new Unauthorized('The key of the signature does not exist')
  if (missed === 'unreachable') throw notNow()
  const url = await checkAddress(app, keyUri)
  if (!keys.fetching.has(keyUri) && !keyFetches.spend(url.hostname)) throw notNow()
  return fetchOnce(app, keyUri, url.host)
}

/**
 * Asks anew for a key that does not fit: its owner may have changed it.
 * @returns null if it cannot be had, or was asked for not long ago
 */
export async function refreshKey(app: App, key: ActorKey): Promise<ActorKey | null> {
  const { keys, keyRefreshes } = app.federation
  const { host, hostname } = new URL(key.uri)
  if (!keys.mayRefresh(key.uri) || !keyRefreshes.spend(hostname)) return null
  try {
    return await fetchOnce(app, key.uri, host)
  } catch (error) {
    if (error instanceof Unauthorized || error instanceof Unreachable) return null
    throw error
  }
}

async function checkAddress(app: App, keyUri: string): Promise<URL> {
  const url = keyUri.length > MAX_URI ? null : URL.parse(keyUri)
  if (url === null || !/^https?:$/.test(url.protocol) || sameOrigin(url, app.config.origin)) {
    throw new Unauthorized('The key of the signature cannot be fetched')
  }
  if (!(await app.federation.actors.federatesWith(app, url.host))) throw new Forbidden()
  return url
}

async function fetchOnce(app: App, keyUri: string, host: string): Promise<ActorKey> {
  const { keys } = app.federation
  let fetching = keys.fetching.get(keyUri)
  if (fetching === undefined) {
    if (keys.fetching.size >= MOST || countOf(app, host) >= MOST_OF_HOST) throw notNow()
    fetching = fetchAndKeep(app, keyUri).finally(() => keys.fetching.delete(keyUri))
    keys.fetching.set(keyUri, fetching)
  }
  const key = await fetching
  if (key === null) throw new Unauthorized('The key of the signature does not exist')
  return key
}

async function fetchAndKeep(app: App, keyUri: string): Promise<ActorKey | null> {
  const { keys, actors } = app.federation
  try {
    const key = await actors.fetchKey(app, keyUri)
    keys.set(keyUri, key ?? 'unknown')
    return key
  } catch (error) {
    if (error instanceof Unreachable) keys.set(keyUri, 'unreachable')
    throw error
  }
}

function countOf(app: App, host: string): number {
  const waiting = [...app.federation.keys.fetching.keys()]
  return waiting.filter((keyUri) => new URL(keyUri).host === host).length
}

function notNow(): Unreachable {
  return new Unreachable('The key of the signature cannot be fetched now')
}
