import { LRUCache } from 'lru-cache'
import { type CacheUse, createCacheUse } from './metrics/cache-use.ts'

/** Something that is made of a row and costs more to make than to keep. */
export interface KeptKind<T extends object> {
  name: string
  /** kept by a process */
  maxBytes: number
  bytesOf(value: T): number
}

/**
 * What was made of rows that carry a version: one counts only for the version that it was made for, so
 * nothing is ever dropped because something changed. That holds for any number of processes.
 */
export interface Kept {
  get<T extends object>(kind: KeptKind<T>, id: string, version: number): T | undefined
  set<T extends object>(kind: KeptKind<T>, id: string, version: number, value: T): void
  /** by kind */
  uses(): ReadonlyMap<string, CacheUse>
}

interface Entry {
  version: number
  value: object
  bytes: number
}

export function createKept(): Kept {
  const kinds = new Map<string, LRUCache<string, Entry>>()
  const uses = new Map<string, CacheUse>()
  return {
    get<T extends object>(kind: KeptKind<T>, id: string, version: number) {
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
    set<T extends object>(kind: KeptKind<T>, id: string, version: number, value: T) {
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
