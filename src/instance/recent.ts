/** A value that is worked out now and then. */
export interface Recent<T> {
  get(): Promise<T>
  /** the value if it need not be worked out again, else undefined */
  peek(): T | undefined
}

/**
 * A value that is worked out at most once in `lifetime` ms, however many ask at once; a failure is
 * not kept.
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
