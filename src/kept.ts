import { LRUCache } from 'lru-cache'

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
}

interface Entry {
  version: number
  value: object
  bytes: number
}

export function createKept(): Kept {
  const kinds = new Map<string, LRUCache<string, Entry>>()
  return {
    get<T extends object>(kind: KeptKind<T>, id: string, version: number) {
      const entry = kinds.get(kind.name)?.get(id)
      return entry?.version === version ? (entry.value as T) : undefined
    },
    set<T extends object>(kind: KeptKind<T>, id: string, version: number, value: T) {
      const entries = kinds.get(kind.name) ?? createEntries(kind.maxBytes)
      kinds.set(kind.name, entries)
      entries.set(id, { version, value, bytes: kind.bytesOf(value) })
    },
  }
}

function createEntries(maxSize: number): LRUCache<string, Entry> {
  return new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => Math.max(1, bytes) })
}
