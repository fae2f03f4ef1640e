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
        const isWithin = from.max_id !== undefined || from.min_id !== undefined
        // further down, a group comes again with its older part
        const items = isWithin ? withoutOlderParts(page.items, shown(), source.idOf) : page.items
        const next = from.min_id === undefined ? page.next : page.previous
        if (items.length > 0 || page.items.length === 0 || next === null) {
          return { ...page, items, count: page.count ?? page.items.length }
        }
        from = next
      }
    },
  })
  /** The very entry that is shown stays: by it a feed knows that a gap has ended. */
  function withoutOlderParts(items: readonly T[], there: readonly T[], idOf: (entry: T) => string) {
    const ids = new Map(there.map((entry) => [keyOf(entry), idOf(entry)]))
    return items.filter((entry) => (ids.get(keyOf(entry)) ?? idOf(entry)) === idOf(entry))
  }

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
