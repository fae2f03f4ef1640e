/** Hits and misses of a cache. */
export interface CacheUse {
  hits: number
  misses: number
}

export function createCacheUse(): CacheUse {
  return { hits: 0, misses: 0 }
}
