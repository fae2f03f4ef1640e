import { type CacheUse, createCacheUse } from '../instruments/cache-use.ts'

/** A value that is loaded from a source, such as the database, at its first use. */
export interface CachedValueOf<T, Source> {
  name: string
  load(source: Source): Promise<T>
}

export interface InvalidatedCache<Source> {
  get<T>(value: CachedValueOf<T, Source>): Promise<T>
  /** the loaded value, or undefined if it is not loaded or was cleared since */
  peek<T>(value: CachedValueOf<T, Source>): T | undefined
  /** called when this or another process changed any of the values */
  clear(): void
  readonly use: CacheUse
}

/** Caches values until `clear`; a value that failed to load is loaded again at its next use. */
export function createInvalidatedCache<Source>(source: Source): InvalidatedCache<Source> {
  let values = new Map<string, Promise<unknown>>()
  let loaded = new Map<string, unknown>()
  const use = createCacheUse()
  return {
    use,
    get<T>(value: CachedValueOf<T, Source>): Promise<T> {
      const known = values.get(value.name)
      if (known !== undefined) {
        use.hits += 1
        return known as Promise<T>
      }
      use.misses += 1
      const [mine, mineLoaded] = [values, loaded]
      const loading = value.load(source)
      mine.set(value.name, loading)
      loading.then(
        (result) => mineLoaded.set(value.name, result),
        () => mine.delete(value.name),
      )
      return loading
    },
    peek: <T>(value: CachedValueOf<T, Source>) => loaded.get(value.name) as T | undefined,
    clear() {
      values = new Map()
      loaded = new Map()
    },
  }
}
