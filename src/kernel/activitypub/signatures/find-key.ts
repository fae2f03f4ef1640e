import { Forbidden, Unauthorized, Unreachable } from '../../base/errors.ts'
import { parseUrl } from '../../base/parse-url.ts'
import type { App } from '../../core/app.ts'
import { sameOrigin } from '../../net/origin.ts'
import type { ActorKey } from '../actor-directory.ts'
import { MAX_URI } from '../as2.ts'
import type { KeyQuestion } from './key-budgets.ts'
import type { KeyFetch } from './key-cache.ts'

/** concurrent key fetches: in all, and per host */
const MOST = { all: 64, ofHost: 8 }
/** maximum of these for unproven senders: in all, per host, and per sender (A68) */
const MOST_UNPROVEN = { all: 48, ofHost: 6, ofSender: 16 }

/** A cached or stored key, without a request to another server. */
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
 * An unknown key, fetched with its owner. Concurrent calls for the same key share one fetch, and a failed
 * fetch is not repeated for a while (A08).
 *
 * @param from the sender's network
 * @throws Unauthorized if there is no such key
 * @throws Forbidden for a host that we do not federate with
 * @throws Unreachable if it cannot be fetched now, or too many keys are being fetched
 */
export async function fetchKey(app: App, keyUri: string, from: string): Promise<ActorKey> {
  const { keys, keyBudgets } = app.federation
  const missed = keys.get(keyUri)
  if (missed === 'unreachable') throw notNow()
  const url = await checkAddress(app, keyUri)
  // an earlier request may have named the key before it was created
  const mayAsk = keyBudgets.isProven(url.hostname, from) && keys.mayRefresh(keyUri, from)
  if (missed === 'unknown' && !mayAsk) {
    throw new Unauthorized('The key of the signature does not exist')
  }
  admit(app, 'new', url, { keyUri, from })
  if (missed === 'unknown') keys.noteRefresh(keyUri, from)
  return fetchOnce(app, keyUri, from)
}

/**
 * Refetches a key that does not match a signature: its owner may have changed it.
 *
 * @param from the sender's network
 * @returns null if it cannot be fetched, or that sender caused a refetch recently
 * @throws Unreachable if no budget allows it now: the sender should retry (A68)
 */
export async function refreshKey(app: App, key: ActorKey, from: string): Promise<ActorKey | null> {
  const { keys } = app.federation
  if (!keys.mayRefresh(key.uri, from)) return null
  admit(app, 'changed', new URL(key.uri), { keyUri: key.uri, from })
  keys.noteRefresh(key.uri, from)
  try {
    return await fetchOnce(app, key.uri, from)
  } catch (error) {
    if (error instanceof Unauthorized || error instanceof Unreachable) return null
    throw error
  }
}

async function checkAddress(app: App, keyUri: string): Promise<URL> {
  const url = keyUri.length > MAX_URI ? null : parseUrl(keyUri)
  if (url === null || !/^https?:$/.test(url.protocol) || sameOrigin(url, app.config.origin)) {
    throw new Unauthorized('The key of the signature cannot be fetched')
  }
  if (!(await app.federation.actors.federatesWith(app, url.host))) throw new Forbidden()
  return url
}

async function fetchOnce(app: App, keyUri: string, from: string): Promise<ActorKey> {
  const { keys, keyBudgets } = app.federation
  let fetching = keys.fetching.get(keyUri)
  if (fetching === undefined) {
    const { host, hostname } = new URL(keyUri)
    const found = fetchAndCache(app, keyUri).finally(() => keys.fetching.delete(keyUri))
    fetching = { found, host, from, proven: keyBudgets.isProven(hostname, from) }
    keys.fetching.set(keyUri, fetching)
  }
  const key = await fetching.found
  if (key === null) throw new Unauthorized('The key of the signature does not exist')
  return key
}

async function fetchAndCache(app: App, keyUri: string): Promise<ActorKey | null> {
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

/** @throws Unreachable unless the key is being fetched already, or a fetch slot and a budget are free */
function admit(
  app: App,
  question: KeyQuestion,
  url: URL,
  { keyUri, from }: { keyUri: string; from: string },
): void {
  const { keys, keyBudgets } = app.federation
  if (keys.fetching.has(keyUri)) return
  if (!mayBegin(app, url, from) || !keyBudgets.spend(question, url.hostname, from)) throw notNow()
}

/** Whether a fetch slot is free: unproven senders leave some slots to the others. */
function mayBegin({ federation }: App, { host, hostname }: URL, from: string): boolean {
  const all = [...federation.keys.fetching.values()]
  const ofHost = all.filter((one) => one.host === host)
  if (all.length >= MOST.all || ofHost.length >= MOST.ofHost) return false
  if (federation.keyBudgets.isProven(hostname, from)) return true
  const unproven = ({ proven }: KeyFetch) => !proven
  return (
    all.filter(unproven).length < MOST_UNPROVEN.all &&
    ofHost.filter(unproven).length < MOST_UNPROVEN.ofHost &&
    all.filter((one) => one.from === from).length < MOST_UNPROVEN.ofSender
  )
}

function notNow(): Unreachable {
  return new Unreachable('The key of the signature cannot be fetched now')
}
