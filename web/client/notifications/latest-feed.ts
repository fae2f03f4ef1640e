import { createFeed, type Feed, type Source } from '../feed/feed.ts'

/** A feed whose entries come again, newer, when something is added to them: groups, conversations. */
export interface LatestFeed<T> extends Feed<T> {
  /** the entry as it is shown or waits, the newest */
  find(key: string): T | undefined
  /** reads what there is, or only what came since: that waits */
  refresh(): Promise<void>
}

/** @param keyOf what stays the same while `idOf` becomes newer */
export function createLatestFeed<T>(source: Source<T>, keyOf: (entry: T) => string): LatestFeed<T> {
  const shown = () => inner.blocks.peek().flatMap(({ entries }) => entries)
  const inner: Feed<T> = createFeed<T>({
    ...source,
    async read(cursor) {
      for (let from = cursor; ; ) {
        const page = await source.read(from)
        // further down, a group comes again with its older part
        const known = from.max_id === undefined ? new Set() : new Set(shown().map(keyOf))
        const items = page.items.filter((entry) => !known.has(keyOf(entry)))
        if (items.length > 0 || page.items.length === 0 || page.next === null) {
          return { ...page, items }
        }
        from = page.next
      }
    },
  })

  return {
    ...inner,
    find: (key) => [...inner.waiting.peek(), ...shown()].find((entry) => keyOf(entry) === key),
    receive(entry) {
      const waiting = new Set(inner.waiting.peek())
      inner.remove((other) => waiting.has(other) && keyOf(other) === keyOf(entry))
      inner.receive(entry)
    },
    showWaiting() {
      const waiting = inner.waiting.peek()
      const newest = new Map(waiting.toReversed().map((entry) => [keyOf(entry), entry]))
      inner.remove((entry) => {
        const found = newest.get(keyOf(entry))
        return found !== undefined && found !== entry
      })
      inner.showWaiting()
    },
    async refresh() {
      if (inner.state.peek() === 'new') await inner.start()
      else await inner.readNewer()
    },
  }
}
