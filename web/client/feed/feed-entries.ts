import { type Block, blockOf, blocksOf, OPEN, PAGE, placeAbove } from './block.ts'
import { byAge, isNewer } from './id-order.ts'

/** The entries that a feed knows, newest first, as plain data. */
export interface FeedEntries<T> {
  blocks: readonly Block<T>[]
  waiting: readonly T[]
  /** ids of what waits: behind these something is missing */
  gaps: ReadonlySet<string>
  /** ids of what the person added above `newest`: around them something may be missing */
  added: ReadonlySet<string>
  /** the newest entry up to which everything is known; not what the person added */
  newest: string | null
}

export type IdOf<T> = (entry: T) => string

/** More than these do not wait: what is left out can be asked for where it belongs. */
export const MOST_WAITING = 200

export const noEntries = <T>(): FeedEntries<T> => ({
  blocks: [],
  waiting: [],
  gaps: new Set(),
  added: new Set(),
  newest: null,
})

/** Entries that are neither in the blocks nor waiting. */
export function unknownOf<T>(known: FeedEntries<T>, entries: readonly T[], idOf: IdOf<T>): T[] {
  const ids = new Set(known.waiting.map(idOf))
  for (const block of known.blocks) for (const entry of block.entries) ids.add(idOf(entry))
  return entries.filter((entry) => !ids.has(idOf(entry)))
}

/** Everything up to an entry is known. */
function reached<T>(known: FeedEntries<T>, entry: T | undefined, idOf: IdOf<T>): FeedEntries<T> {
  if (entry === undefined) return known
  const id = idOf(entry)
  return known.newest === null || isNewer(id, known.newest) ? { ...known, newest: id } : known
}

/** Puts a page at the end. */
export function withPage<T>(
  known: FeedEntries<T>,
  items: readonly T[],
  idOf: IdOf<T>,
): FeedEntries<T> {
  const fresh = unknownOf(known, items, idOf)
  const blocks = fresh.length === 0 ? known.blocks : [...known.blocks, ...blocksOf(fresh)]
  return reached({ ...known, blocks }, items[0], idOf)
}

/** Puts a page at the end that does not follow what is there: where the reader had come to before. */
export function withPageBelowGap<T>(
  known: FeedEntries<T>,
  items: readonly T[],
  idOf: IdOf<T>,
): FeedEntries<T> {
  const [first, ...below] = blocksOf(unknownOf(known, items, idOf))
  if (first === undefined) return known
  const last = known.blocks.findLastIndex(({ entries }) => entries.length > 0)
  const above = known.blocks.map((block, at) => (at === last ? { ...block, gap: OPEN } : block))
  return { ...known, blocks: [...above, first, ...below] }
}

/** Marks where the reader had come to: its block is cut there. @param id of the entry that was read */
export function withReadBefore<T>(
  known: FeedEntries<T>,
  id: string,
  idOf: IdOf<T>,
): FeedEntries<T> {
  const isRead = (entry: T) => !isNewer(idOf(entry), id)
  const cut = known.blocks.findIndex(({ entries }) => entries.some(isRead))
  const blocks = known.blocks.flatMap(({ readBefore: _, ...block }, at): Block<T>[] => {
    if (at !== cut) return [block]
    const from = block.entries.findIndex(isRead)
    if (from === 0) return [{ ...block, readBefore: true }]
    const { gap, ...upper } = block
    const lower = blockOf(block.entries.slice(from), gap, block.page)
    return [
      { ...upper, entries: block.entries.slice(0, from) },
      { ...lower, readBefore: true, isInSight: true },
    ]
  })
  return { ...known, blocks }
}

function withWaiting<T>(
  known: FeedEntries<T>,
  entries: readonly T[],
  idOf: IdOf<T>,
): FeedEntries<T> {
  const all = [...entries, ...known.waiting].sort((a, b) => byAge(idOf(a), idOf(b)))
  const last = all[MOST_WAITING - 1]
  const isCut = all.length > MOST_WAITING && last !== undefined
  return {
    ...known,
    waiting: all.slice(0, MOST_WAITING),
    gaps: isCut ? new Set([...known.gaps, idOf(last)]) : known.gaps,
  }
}

const withGapBehind = <T>(known: FeedEntries<T>, entry: T, idOf: IdOf<T>): FeedEntries<T> => ({
  ...known,
  gaps: new Set([...known.gaps, idOf(entry)]),
})

/** Lets wait what stands above the place that the reader had come to. @param isWhole it reaches to that place */
export function withMissed<T>(
  known: FeedEntries<T>,
  { missed, isWhole }: { missed: readonly T[]; isWhole: boolean },
  idOf: IdOf<T>,
): FeedEntries<T> {
  const fresh = unknownOf(known, missed, idOf)
  const waits = reached(withWaiting(known, fresh, idOf), missed[0], idOf)
  const last = missed.at(-1)
  return isWhole || last === undefined ? waits : withGapBehind(waits, last, idOf)
}

/**
 * Lets wait what came since; a full page may leave out what lies between it and what is known.
 * @param page with the number of entries that it had, where its source left some of them out
 */
export function withSince<T>(
  known: FeedEntries<T>,
  { items, next, count = items.length }: { items: readonly T[]; next: unknown; count?: number },
  idOf: IdOf<T>,
): FeedEntries<T> {
  const last = items.at(-1)
  const isCut = last !== undefined && next !== null && count >= PAGE
  const fresh = unknownOf(known, items, idOf)
  const marked = isCut ? withGapBehind(known, last, idOf) : known
  const now = reached(marked, items[0], idOf)
  return fresh.length > 0 ? withWaiting(now, fresh, idOf) : now
}

/** Lets one wait that arrived by itself: whatever arrives comes in its order. */
export function withArrived<T>(known: FeedEntries<T>, entry: T, idOf: IdOf<T>): FeedEntries<T> {
  const now = reached(known, entry, idOf)
  if (unknownOf(known, [entry], idOf).length > 0) return withWaiting(now, [entry], idOf)
  const added = new Set(known.added)
  return added.delete(idOf(entry)) ? { ...now, added } : known
}

/** Puts at the top at once what the person made. */
export function withAdded<T>(known: FeedEntries<T>, entry: T, idOf: IdOf<T>): FeedEntries<T> {
  const id = idOf(entry)
  const now = { ...known, waiting: known.waiting.filter((one) => idOf(one) !== id) }
  if (unknownOf(now, [entry], idOf).length === 0) return now
  const isAbove = known.newest === null || isNewer(id, known.newest)
  return {
    ...now,
    blocks: placeAbove([blockOf([entry])], known.blocks),
    added: isAbove ? new Set([...known.added, id]) : known.added,
  }
}

/** Puts what waits at the top. */
export function withWaitingShown<T>(known: FeedEntries<T>, idOf: IdOf<T>): FeedEntries<T> {
  const { waiting, gaps, added } = known
  const oldest = waiting.at(-1)
  if (oldest === undefined) return known
  // what the person added meanwhile stands above, and belongs among them
  const isAmong = (entry: T) => gaps.has(idOf(oldest)) && added.has(idOf(entry))
  const isAhead = (entry: T) => isNewer(idOf(entry), idOf(oldest)) || isAmong(entry)
  const ahead = known.blocks.flatMap((block) => block.entries.filter(isAhead))
  const all = [...waiting, ...ahead].sort((a, b) => byAge(idOf(a), idOf(b)))
  const marked = gapsAround(all, known, idOf)
  return {
    ...known,
    blocks: [
      ...blocksOf(all, (entry) => marked.has(idOf(entry))),
      ...readBefore(known.blocks, isAhead),
    ],
    waiting: [],
    gaps: new Set(),
    added: new Set(),
  }
}

/** An entry of the person's own in the midst of a gap has a gap behind it, too. */
function gapsAround<T>(
  all: readonly T[],
  { gaps, added }: FeedEntries<T>,
  idOf: IdOf<T>,
): ReadonlySet<string> {
  const marked = new Set(gaps)
  let before = ''
  for (const id of all.map(idOf)) {
    if (added.has(id) && marked.has(before)) marked.add(id)
    before = id
  }
  return marked
}

/** The entries that stay below, marked where the reader goes on; a short block at their top grows. */
function readBefore<T>(blocks: readonly Block<T>[], isAhead: (entry: T) => boolean): Block<T>[] {
  const [top, ...others] = blocks
    .map(({ readBefore: _, ...block }): Block<T> => {
      return { ...block, entries: block.entries.filter((entry) => !isAhead(entry)) }
    })
    .filter((block) => block.entries.length > 0 || block.gap !== undefined)
  const [first, ...below] = top === undefined ? [] : placeAbove([top], others)
  return first === undefined ? [] : [{ ...first, readBefore: true }, ...below]
}

export function without<T>(
  known: FeedEntries<T>,
  isGone: (entry: T) => boolean,
  idOf: IdOf<T>,
): FeedEntries<T> {
  const kept = (entries: readonly T[]) => {
    const now = entries.filter((entry) => !isGone(entry))
    return now.length === entries.length ? entries : now
  }
  return {
    ...known,
    gaps: movedGaps(known, isGone, idOf),
    waiting: kept(known.waiting),
    blocks: known.blocks.map((block) => {
      const entries = kept(block.entries)
      return entries === block.entries ? block : { ...block, entries }
    }),
  }
}

/** A gap behind an entry that goes is then behind the entry before it. */
function movedGaps<T>(
  { waiting, gaps }: FeedEntries<T>,
  isGone: (entry: T) => boolean,
  idOf: IdOf<T>,
): Set<string> {
  const moved = new Set(gaps)
  let before: string | null = null
  for (const entry of waiting) {
    const id = idOf(entry)
    if (!isGone(entry)) before = id
    else if (moved.delete(id) && before !== null) moved.add(before)
  }
  return moved
}
