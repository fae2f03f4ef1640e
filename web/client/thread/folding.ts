import { signal } from '@preact/signals'

/** Ids of statuses whose replies are folded away: they stay so while one reads on and comes back. */
export const folded = signal<ReadonlySet<string>>(new Set())

export function fold(id: string, isFolded: boolean): void {
  const now = new Set(folded.peek())
  if (isFolded) now.add(id)
  else now.delete(id)
  folded.value = now
}
