/** How often something that was looked for was kept. */
export interface CacheUse {
  hits: number
  misses: number
}

export function createCacheUse(): CacheUse {
  return { hits: 0, misses: 0 }
}
