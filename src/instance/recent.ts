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
): () => Promise<T> {
  let until = 0
  let value: Promise<T> | null = null
  return () => {
    if (value !== null && clock() < until) return value
    until = clock() + lifetime
    const loading = load()
    value = loading
    loading.catch(() => {
      if (value === loading) value = null
    })
    return loading
  }
}
