import { LRUCache } from 'lru-cache'

/**
 * A cache of the `max` entries that were used last. The library sets aside all the room for a number of entries at
 * once, 3 MB for those of an idle server, but none for a sum of sizes; so each entry has the size 1.
 */
export function createLatest<Key extends {}, Value extends {}>(max: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 })
}
