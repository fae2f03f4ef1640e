import { createLatest } from '../../latest.ts'
import type { ActorKey } from '../actors.ts'

/** Why a key cannot be had: there is none, or that could not be found out. */
export type KeyMiss = 'unknown' | 'unreachable'

/** Keys of others, ready for use, and what is known of those that cannot be had. */
export interface KeyCache {
  get(keyUri: string): ActorKey | KeyMiss | undefined
  set(keyUri: string, found: ActorKey | KeyMiss): void
  /** what is believed of an actor's keys, after it has changed or gone */
  forget(actorUri: string): void
  /** whether a sender's network has not made us ask anew for a key that does not fit for a while */
  mayRefresh(keyUri: string, from: string): boolean
  /** takes note that it has */
  noteRefresh(keyUri: string, from: string): void
  /** those that are asked for right now */
  readonly fetching: Map<string, KeyFetch>
}

/** A key that is asked for. */
export interface KeyFetch {
  found: Promise<ActorKey | null>
  host: string
  /** network of the sender that made us ask */
  from: string
  /** whether good signatures of the host's domain came from there */
  proven: boolean
}

const MAX_KEYS = 5000
const MAX_MISSES = 20_000
/** ms for which a key is believed without asking the database again: it may have been withdrawn */
const KEPT = 10 * 60_000
const MISS_KEPT = { unknown: 30 * 60_000, unreachable: 30_000 }
/** ms between two looks whether a key has changed, for one sender */
const REFRESHED = 5 * 60_000

/** @param clock ms since 1970 */
export function createKeyCache(clock: () => number): KeyCache {
  const keys = createLatest<string, { key: ActorKey; until: number }>(MAX_KEYS)
  const misses = createLatest<string, { miss: KeyMiss; until: number }>(MAX_MISSES)
  const refreshes = createLatest<string, number>(MAX_KEYS)
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
