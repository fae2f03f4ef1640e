import type { App } from '../../app.ts'
import { Forbidden, Unauthorized, Unreachable } from '../../errors.ts'
import { sameOrigin } from '../../net/origin.ts'
import type { ActorKey } from '../actors.ts'
import { MAX_URI } from '../as2.ts'
import type { KeyQuestion } from './key-budgets.ts'
import type { KeyFetch } from './key-cache.ts'

/** keys that are fetched at once: in all, and of one host */
const MOST = { all: 64, ofHost: 8 }
/** of these, for senders that have proved nothing: in all, of one host, and for one sender (A68) */
const MOST_UNPROVEN = { all: 48, ofHost: 6, ofSender: 16 }

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
 * @param from the sender's network
 * @throws Unauthorized if there is no such key
 * @throws Forbidden for a host that we do not federate with
 * @throws Unreachable if that cannot be found out now, or too many are asked for
 */
export async function fetchKey(app: App, keyUri: string, from: string): Promise<ActorKey> {
  const { keys, keyBudgets } = app.federation
  const missed = keys.get(keyUri)
  if (missed === 'unreachable') throw notNow()
  const url = await checkAddress(app, keyUri)
  // somebody else may have named it before it was made
  const mayAsk = keyBudgets.isProven(url.hostname, from) && keys.mayRefresh(keyUri, from)
  if (missed === 'unknown' && !mayAsk) {
    throw new Unauthorized('The key of the signature does not exist')
  }
  admit(app, 'new', url, { keyUri, from })
  if (missed === 'unknown') keys.noteRefresh(keyUri, from)
  return fetchOnce(app, keyUri, from)
}

/**
 * Asks anew for a key that does not fit: its owner may have changed it.
 *
 * @param from the sender's network
 * @returns null if it cannot be had, or was asked for by that sender not long ago
 * @throws Unreachable if no budget allows it now: the sender should come again (A68)
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
  const url = keyUri.length > MAX_URI ? null : URL.parse(keyUri)
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
    const found = fetchAndKeep(app, keyUri).finally(() => keys.fetching.delete(keyUri))
    fetching = { found, host, from, proven: keyBudgets.isProven(hostname, from) }
    keys.fetching.set(keyUri, fetching)
  }
  const key = await fetching.found
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

/** @throws Unreachable unless somebody asks for the key already, or there is a place and a budget to do so */
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

/** Whether there is a place for one more fetch: senders that have proved nothing leave some to the others. */
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
