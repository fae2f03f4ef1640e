import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Page } from '../../shared/api.ts'
import { type ApiError, asApiError } from '../../shared/api-error.ts'
import { type Block, blockOf, blocksOf, OPEN, PAGE, placeAbove } from './block.ts'
import { byAge, from, isNewer } from './order.ts'

type Cursor = Record<string, string>

/** Where the entries of a feed come from, newest first. */
export interface Source<T> {
  /** what the feed is known by: its address with its parameters */
  key: string
  /** @param cursor `max_id`, `min_id` or `since_id`; empty for the newest */
  read: (cursor: Cursor) => Promise<Page<T>>
  /** of the entry in the feed, comparable by `isNewer` */
  idOf: (entry: T) => string
  /** id of the entry to begin with, as somebody had read so far; null: with the newest */
  readPosition?: () => Promise<string | null>
}

export interface Feed<T> {
  key: string
  idOf(entry: T): string
  blocks: ReadonlySignal<readonly Block<T>[]>
  /** newer entries, held back until they are asked for */
  waiting: ReadonlySignal<readonly T[]>
  /** `end`: there is nothing older */
  state: ReadonlySignal<'new' | 'busy' | 'ready' | 'failed' | 'end'>
  error: ReadonlySignal<ApiError | null>
  /** reads the newest page, or the one where the reader had stopped, if nothing was read yet */
  start(): Promise<void>
  /** reads the next older page; after an error it tries the same again */
  readOlder(): Promise<void>
  /** reads what came since, as after a lost connection, and lets it wait; leaves a gap if it is more than a page */
  readNewer(): Promise<void>
  /** reads a page of what is missing behind a block, from its upper or its lower end */
  readGap(block: Block<T>, end: 'upper' | 'lower'): Promise<void>
  /** takes one that arrived by itself */
  receive(entry: T): void
  /** puts what waits at the top */
  showWaiting(): void
  /** puts one at the top at once: what the person made */
  add(entry: T): void
  remove(isGone: (entry: T) => boolean): void
  /** where the reader was and how high the blocks are, by the feed's view */
  view: FeedPlace
}

export interface FeedPlace {
  /** px */
  scroll: number
  /** the entry at the top of the window, and its distance from there in px */
  top: { key: string; offset: number } | null
  /** px, by the block's id */
  heights: Map<number, number>
}

/** More than these do not wait: what is left out can be asked for where it belongs. */
const MOST_WAITING = 200

export function createFeed<T>(source: Source<T>): Feed<T> {
  const { key, read, idOf } = source
  const blocks = signal<readonly Block<T>[]>([])
  const waiting = signal<readonly T[]>([])
  const state: Signal<Feed<T>['state']['value']> = signal('new')
  const error = signal<ApiError | null>(null)
  /** of what waits: behind these something is missing */
  const gaps = new Set<string>()
  let older: Cursor | null = null
  /** the newest entry up to which everything is known; not what the person added */
  let newest: string | null = null
  let readingNewer: Promise<void> | null = null

  const ids = (): Set<string> => {
    const known = new Set(waiting.peek().map(idOf))
    for (const { entries } of blocks.peek()) for (const entry of entries) known.add(idOf(entry))
    return known
  }
  const unknown = (entries: readonly T[]) => {
    const known = ids()
    return entries.filter((entry) => !known.has(idOf(entry)))
  }
  const reached = (entry: T | undefined) => {
    if (entry !== undefined && (newest === null || isNewer(idOf(entry), newest))) {
      newest = idOf(entry)
    }
  }

  const readPage = async (load: () => Promise<Page<T>>): Promise<void> => {
    state.value = 'busy'
    error.value = null
    try {
      const page = await load()
      const fresh = unknown(page.items)
      if (fresh.length > 0) blocks.value = [...blocks.peek(), ...blocksOf(fresh)]
      reached(page.items[0])
      older = page.items.length === 0 ? null : page.next
      state.value = older === null ? 'end' : 'ready'
    } catch (problem) {
      error.value = asApiError(problem)
      state.value = 'failed'
    }
  }

  const wait = (entries: readonly T[]) => {
    const all = [...entries, ...waiting.peek()].sort((a, b) => byAge(idOf(a), idOf(b)))
    const last = all[MOST_WAITING - 1]
    if (all.length > MOST_WAITING && last !== undefined) gaps.add(idOf(last))
    waiting.value = all.slice(0, MOST_WAITING)
  }

  /** The page that the reader had come to; what is newer waits. */
  const readFirst = async (): Promise<Page<T>> => {
    const [page, position] = await Promise.all([
      read({}),
      source.readPosition?.().catch(() => null) ?? null,
    ])
    if (position === null) return page
    const at = page.items.findIndex((entry) => !isNewer(idOf(entry), position))
    if (at === 0) return page
    const left = at > 0 ? { ...page, items: page.items.slice(at) } : await read(from(position))
    // what was read is gone, as from a home timeline that was rebuilt
    if (left.items.length === 0) return page
    const missed = at > 0 ? page.items.slice(0, at) : page.items
    wait(missed)
    reached(missed[0])
    const last = missed.at(-1)
    if (at < 0 && last !== undefined) gaps.add(idOf(last))
    return left
  }

  const readNewerOnce = async (): Promise<void> => {
    if (newest === null) {
      if (state.peek() === 'end') await readPage(() => read({}))
      return
    }
    const page = await read({ since_id: newest })
    const last = page.items.at(-1)
    const fresh = unknown(page.items)
    // a full page may leave out what lies between it and what is known
    if (last !== undefined && page.next !== null && page.items.length >= PAGE) gaps.add(idOf(last))
    reached(page.items[0])
    if (fresh.length > 0) wait(fresh)
  }

  /** What is missing behind one that goes is missing behind the one before it. */
  const moveGaps = (isGone: (entry: T) => boolean) => {
    let before: string | null = null
    for (const entry of waiting.peek()) {
      const id = idOf(entry)
      if (!isGone(entry)) before = id
      else if (gaps.delete(id) && before !== null) gaps.add(before)
    }
  }

  const change = (id: number, by: (block: Block<T>) => readonly Block<T>[]) => {
    blocks.value = blocks.peek().flatMap((block) => (block.id === id ? by(block) : [block]))
  }

  return {
    key,
    idOf,
    blocks,
    waiting,
    state,
    error,
    view: { scroll: 0, top: null, heights: new Map() },
    async start() {
      if (state.peek() === 'new') await readPage(readFirst)
    },
    async readOlder() {
      const now = state.peek()
      if (now === 'busy' || now === 'end' || now === 'new') return
      const cursor = older
      await readPage(cursor === null ? readFirst : () => read(cursor))
    },
    readNewer() {
      readingNewer ??= readNewerOnce().finally(() => {
        readingNewer = null
      })
      return readingNewer
    },
    async readGap({ id }, end) {
      const all = blocks.peek()
      const at = all.findIndex((block) => block.id === id)
      const above = all[at]?.entries.at(-1)
      const below = all.slice(at + 1).find(({ entries }) => entries.length > 0)?.entries[0]
      if (above === undefined || all[at]?.gap === undefined || all[at].gap.busy) return
      change(id, (block) => [{ ...block, gap: { busy: true, error: null } }])
      try {
        const fromBelow = end === 'lower' && below !== undefined
        const cursor: Cursor = fromBelow ? { min_id: idOf(below) } : { max_id: idOf(above) }
        const { items } = await read(cursor)
        const fresh = unknown(items)
        const isOpen = fresh.length === items.length && items.length >= PAGE
        change(id, (block) => {
          const { gap: _, ...closed } = block
          const found: Block<T> = { ...blockOf(fresh), isInSight: true }
          if (fresh.length === 0) return [closed]
          if (!isOpen) return [closed, found]
          return fromBelow ? [{ ...closed, gap: OPEN }, found] : [closed, { ...found, gap: OPEN }]
        })
      } catch (problem) {
        change(id, (block) => [{ ...block, gap: { busy: false, error: asApiError(problem) } }])
      }
    },
    receive(entry) {
      if (ids().has(idOf(entry))) return
      reached(entry)
      wait([entry])
    },
    showWaiting() {
      const entries = waiting.peek()
      const oldest = entries.at(-1)
      if (oldest === undefined) return
      // what the person added meanwhile stands above, and belongs among them
      const isAhead = (entry: T) => isNewer(idOf(entry), idOf(oldest))
      const ahead = blocks.peek().flatMap((block) => block.entries.filter(isAhead))
      const rest = blocks
        .peek()
        .map((block) => ({ ...block, entries: block.entries.filter((one) => !isAhead(one)) }))
        .filter((block) => block.entries.length > 0 || block.gap !== undefined)
      const all = [...entries, ...ahead].sort((a, b) => byAge(idOf(a), idOf(b)))
      const [top, ...others] = rest.map(({ readBefore: _, ...block }) => block)
      const [first, ...below] = top === undefined ? [] : placeAbove([top], others)
      const read = first === undefined ? [] : [{ ...first, readBefore: true as const }, ...below]
      blocks.value = [...blocksOf(all, (entry) => gaps.has(idOf(entry))), ...read]
      gaps.clear()
      waiting.value = []
    },
    add(entry) {
      waiting.value = waiting.peek().filter((one) => idOf(one) !== idOf(entry))
      if (ids().has(idOf(entry))) return
      blocks.value = placeAbove([blockOf([entry])], blocks.peek())
    },
    remove(isGone) {
      const kept = (entries: readonly T[]) => entries.filter((entry) => !isGone(entry))
      moveGaps(isGone)
      waiting.value = keepIfSame(waiting.peek(), kept(waiting.peek()))
      blocks.value = blocks.peek().map((block) => {
        const entries = keepIfSame(block.entries, kept(block.entries))
        return entries === block.entries ? block : { ...block, entries }
      })
    },
  }
}

const keepIfSame = <T>(before: readonly T[], now: readonly T[]): readonly T[] =>
  before.length === now.length ? before : now
