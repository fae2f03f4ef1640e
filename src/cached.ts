import type { Db } from './db/database.ts'
import { type CacheUse, createCacheUse } from './metrics/cache-use.ts'

/** Something small that is read often and changed seldom: settings, roles, emoji, blocks. */
export interface CachedValue<T> {
  name: string
  load(db: Db): Promise<T>
}

export interface Cached {
  get<T>(value: CachedValue<T>): Promise<T>
  /** what was read last, or undefined if it was never read or dropped since */
  peek<T>(value: CachedValue<T>): T | undefined
  /** called when this or another process changed any of them */
  clear(): void
  readonly use: CacheUse
}

/** Keeps values until `clear`; a value whose loading fails is asked for again. */
export function createCached(db: Db): Cached {
  let values = new Map<string, Promise<unknown>>()
  let loaded = new Map<string, unknown>()
  const use = createCacheUse()
  return {
    use,
    get<T>(value: CachedValue<T>): Promise<T> {
      const known = values.get(value.name)
      if (known !== undefined) {
        use.hits += 1
        return known as Promise<T>
      }
      use.misses += 1
      const [mine, mineLoaded] = [values, loaded]
      const loading = value.load(db)
      mine.set(value.name, loading)
      loading.then(
        (result) => mineLoaded.set(value.name, result),
        () => mine.delete(value.name),
      )
      return loading
    },
    peek: <T>(value: CachedValue<T>) => loaded.get(value.name) as T | undefined,
    clear() {
      values = new Map()
      loaded = new Map()
    },
  }
}
