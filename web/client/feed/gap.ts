import { type Block, blockOf, type Gap, OPEN, PAGE } from './block.ts'
import { type FeedEntries, type IdOf, unknownOf } from './feed-entries.ts'
import { isNewer } from './id-order.ts'

/** The entries on both sides of what is missing behind a block; null where nothing is missing. */
interface Ends<T> {
  above: T
  below: T | undefined
  gap: Gap
}

export function endsOf<T>(blocks: readonly Block<T>[], id: number): Ends<T> | null {
  const at = blocks.findIndex((block) => block.id === id)
  const { entries, gap } = blocks[at] ?? {}
  const above = entries?.at(-1)
  if (above === undefined || gap === undefined) return null
  const below = blocks.slice(at + 1).find((block) => block.entries.length > 0)?.entries[0]
  return { above, below, gap }
}

export type Cursor = Record<string, string>

/** The page beside one end of what is missing. */
export function cursorAt<T>({ above, below }: Ends<T>, end: 'upper' | 'lower', idOf: IdOf<T>) {
  const isLower = end === 'lower' && below !== undefined
  const cursor: Cursor = isLower ? { min_id: idOf(below) } : { max_id: idOf(above) }
  return { cursor, isLower }
}

export function withGap<T>(known: FeedEntries<T>, id: number, gap: Gap): FeedEntries<T> {
  return changed(known, id, (block) => [{ ...block, gap }])
}

/**
 * Puts a page into what is missing behind a block. It stays open while the page does not meet the other end.
 * @param count entries that the page had, with those that its source left out
 */
export function filled<T>(
  known: FeedEntries<T>,
  id: number,
  { items, count, isLower }: { items: readonly T[]; count: number; isLower: boolean },
  idOf: IdOf<T>,
): FeedEntries<T> {
  const ends = endsOf(known.blocks, id)
  const isWithin = (entry: T) =>
    (ends?.below === undefined || isNewer(idOf(entry), idOf(ends.below))) &&
    (ends === null || isNewer(idOf(ends.above), idOf(entry)))
  const within = unknownOf(known, items, idOf).filter(isWithin)
  const isOpen = within.length === items.length && count >= PAGE
  return changed(known, id, ({ gap: _, ...closed }) => {
    const found: Block<T> = { ...blockOf(within), isInSight: true }
    if (within.length === 0) return [closed]
    if (!isOpen) return [closed, found]
    return isLower ? [{ ...closed, gap: OPEN }, found] : [closed, { ...found, gap: OPEN }]
  })
}

function changed<T>(
  known: FeedEntries<T>,
  id: number,
  by: (block: Block<T>) => readonly Block<T>[],
): FeedEntries<T> {
  return {
    ...known,
    blocks: known.blocks.flatMap((block) => (block.id === id ? by(block) : [block])),
  }
}
