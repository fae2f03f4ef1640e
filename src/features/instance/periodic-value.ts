/** A value that is computed periodically. */
export interface Recent<T> {
  get(): Promise<T>
  /** the cached value while it is fresh, else undefined */
  peek(): T | undefined
}

/**
 * Computes a value at most once in `lifetime` ms, also for concurrent callers; a failure is not
 * cached.
 *
 * @param clock ms since 1970
 */
export function recent<T>(
  clock: () => number,
  lifetime: number,
  load: () => Promise<T>,
): Recent<T> {
  let kept: { until: number; loading: Promise<T>; value?: T } | null = null
  return {
    get() {
      if (kept !== null && clock() < kept.until) return kept.loading
      const mine: typeof kept = { until: clock() + lifetime, loading: load() }
      kept = mine
      mine.loading.then(
        (value) => {
          mine.value = value
        },
        () => {
          if (kept === mine) kept = null
        },
      )
      return mine.loading
    },
    peek: () => (kept !== null && clock() < kept.until ? kept.value : undefined),
  }
}
