/**
 * The server's search for replies that it does not know (S-225).
 * @param header `id="…", retry=3, result_count=0`; null: nothing is looked for
 * @returns with ms until its state may be asked
 */
export function searchIn(header: string | null): { id: string; pause: number } | null {
  const id = /id="([^"]+)"/.exec(header ?? '')?.[1]
  if (id === undefined) return null
  const seconds = Number(/retry=(\d+)/.exec(header ?? '')?.[1] ?? 3)
  return { id, pause: Math.max(1, seconds) * 1000 }
}
