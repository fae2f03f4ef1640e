import { createLruCache } from '../../cache/lru-cache.ts'
import type { ActorKey } from '../actor-directory.ts'

/** Why a key is missing: it does not exist, or its server could not be reached. */
export type KeyMiss = 'unknown' | 'unreachable'

/** A cache of remote keys, ready for use, and of keys that are missing. */
export interface KeyCache {
  get(keyUri: string): ActorKey | KeyMiss | undefined
  set(keyUri: string, found: ActorKey | KeyMiss): void
  /** removes the cached keys of an actor that was changed or deleted */
  forget(actorUri: string): void
  /** whether a sender's network has not caused a refetch of this key for a while */
  mayRefresh(keyUri: string, from: string): boolean
  /** records a refetch */
  noteRefresh(keyUri: string, from: string): void
  /** keys that are being fetched now */
  readonly fetching: Map<string, KeyFetch>
}

/** A running fetch of a key. */
export interface KeyFetch {
  found: Promise<ActorKey | null>
  host: string
  /** network of the sender that caused the fetch */
  from: string
  /** whether valid signatures of the host's domain came from that network */
  proven: boolean
}

const MAX_KEYS = 5000
const MAX_MISSES = 20_000
/** ms for which a key is cached without a database query: it may have been withdrawn */
const KEPT = 10 * 60_000
const MISS_KEPT = { unknown: 30 * 60_000, unreachable: 30_000 }
/** minimum ms between two refetches of a key for one sender */
const REFRESHED = 5 * 60_000

/** @param clock ms since 1970 */
export function createKeyCache(clock: () => number): KeyCache {
  const keys = createLruCache<string, { key: ActorKey; until: number }>(MAX_KEYS)
  const misses = createLruCache<string, { miss: KeyMiss; until: number }>(MAX_MISSES)
  const refreshes = createLruCache<string, number>(MAX_KEYS)
  return {
    get(keyUri) {
      const found = keys.get(keyUri)
      if (found !== undefined && found.until > clock()) return found.key
      const missed = misses.get(keyUri)
      return missed !== undefined && missed.until > clock() ? missed.miss : undefined
    },
    set(keyUri, found) {
      if (typeof found === 'string') {
        keys.delete(keyUri)
        misses.set(keyUri, { miss: found, until: clock() + MISS_KEPT[found] })
        return
      }
      misses.delete(keyUri)
      keys.set(keyUri, { key: found, until: clock() + KEPT })
    },
    forget(actorUri) {
      for (const [keyUri, { key }] of keys.entries()) {
        if (key.owner.uri === actorUri) keys.delete(keyUri)
      }
    },
    mayRefresh: (keyUri, from) => (refreshes.get(`${keyUri} ${from}`) ?? 0) <= clock(),
    noteRefresh: (keyUri, from) => void refreshes.set(`${keyUri} ${from}`, clock() + REFRESHED),
    fetching: new Map(),
  }
}
