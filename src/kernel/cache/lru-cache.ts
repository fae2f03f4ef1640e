import { LRUCache } from 'lru-cache'

/**
 * A cache of the `max` most recently used entries. The library preallocates room for a number of entries, 3 MB for
 * the caches of an idle server, but none for a sum of sizes. So each entry has the size 1.
 */
export function createLruCache<Key extends {}, Value extends {}>(
  max: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 })
}
