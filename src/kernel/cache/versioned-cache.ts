import { LRUCache } from 'lru-cache'
import { type CacheUse, createCacheUse } from '../instruments/cache-use.ts'

/** A value computed from a row, which costs more to compute than to cache. */
export interface VersionedKind<T extends object> {
  name: string
  /** cached by one process */
  maxBytes: number
  bytesOf(value: T): number
}

/**
 * Values computed from rows that carry a version. A value is valid only for the row version it was computed
 * for, so a change never has to delete values. That works for any number of processes.
 */
export interface VersionedCache {
  get<T extends object>(kind: VersionedKind<T>, id: string, version: number): T | undefined
  set<T extends object>(kind: VersionedKind<T>, id: string, version: number, value: T): void
  /** by kind */
  uses(): ReadonlyMap<string, CacheUse>
}

interface Entry {
  version: number
  value: object
  bytes: number
}

export function createVersionedCache(): VersionedCache {
  const kinds = new Map<string, LRUCache<string, Entry>>()
  const uses = new Map<string, CacheUse>()
  return {
    get<T extends object>(kind: VersionedKind<T>, id: string, version: number) {
      const entry = kinds.get(kind.name)?.get(id)
      const use = uses.get(kind.name) ?? createCacheUse()
      uses.set(kind.name, use)
      if (entry?.version === version) {
        use.hits += 1
        return entry.value as T
      }
      use.misses += 1
      return undefined
    },
    set<T extends object>(kind: VersionedKind<T>, id: string, version: number, value: T) {
      const entries = kinds.get(kind.name) ?? createEntries(kind.maxBytes)
      kinds.set(kind.name, entries)
      entries.set(id, { version, value, bytes: kind.bytesOf(value) })
    },
    uses: () => uses,
  }
}

function createEntries(maxSize: number): LRUCache<string, Entry> {
  return new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => Math.max(1, bytes) })
}
