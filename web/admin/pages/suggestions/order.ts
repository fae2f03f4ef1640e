/** A list with one entry moved by some places; the ends hold it. */
export function moved<T>(entries: readonly T[], at: number, by: number): T[] {
  const to = Math.max(0, Math.min(entries.length - 1, at + by))
  const rest = entries.filter((_, index) => index !== at)
  return [...rest.slice(0, to), ...entries.slice(at, at + 1), ...rest.slice(to)]
}
