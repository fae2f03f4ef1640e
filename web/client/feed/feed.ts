import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Page } from '../../shared/api.ts'
import { type ApiError, asApiError } from '../../shared/api-error.ts'
import type { Block } from './block.ts'
import {
  type FeedEntries,
  noEntries,
  withAdded,
  withArrived,
  withMissed,
  without,
  withPage,
  withPageBelowGap,
  withReadBefore,
  withSince,
  withWaitingShown,
} from './feed-entries.ts'
import { type Cursor, cursorAt, endsOf, filled, withGap } from './gap.ts'
import { from, isNewer } from './id-order.ts'
import type { Decided } from './rows.ts'

/** @property count entries that the API answered, where the source left some of them out */
type SourcePage<T> = Page<T> & { count?: number }

/** Where the entries of a feed come from, newest first. */
export interface Source<T> {
  /** what the feed is known by: its address with its parameters */
  key: string
  /** @param cursor `max_id`, `min_id` or `since_id`; empty for the newest */
  read: (cursor: Cursor) => Promise<SourcePage<T>>
  /** of the entry in the feed, comparable by `isNewer` */
  idOf: (entry: T) => string
  /** where to begin, as somebody had read so far */
  readPosition?: () => Promise<ReadPosition>
}

export interface ReadPosition {
  /** id of the entry to begin with; null: with the newest */
  begin: string | null
  /** id of the entry that somebody had read to, to which a way back is kept */
  left: string | null
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
  /** id of the entry that the reader had come to, below what the feed began with; null: it began there */
  left: ReadonlySignal<string | null>
  /** marks `left`, and reads what is around it if that is not known yet. @returns whether it is known then */
  readLeft(): Promise<boolean>
  /** the way back is not wanted any more */
  forgetLeft(): void
  /** reads the newest page, or the one where the reader had stopped, if nothing was read yet */
  start(): Promise<void>
  /** reads the next older page; after an error it tries the same again */
  readOlder(): Promise<void>
  /** reads what came since, as after a lost connection, and lets it wait; leaves a gap if it is more than a page */
  readNewer(): Promise<void>
  /** reads a page of what is missing behind a block, from its upper or its lower end */
  readGap(block: Pick<Block<T>, 'id'>, end: 'upper' | 'lower'): Promise<void>
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
  /** which entries stand together */
  groups: Decided
}

/** A feed from within: what it knows, and the signals that show it. */
interface Held<T> {
  source: Source<T>
  known: FeedEntries<T>
  blocks: Signal<readonly Block<T>[]>
  waiting: Signal<readonly T[]>
  state: Signal<Feed<T>['state']['value']>
  error: Signal<ApiError | null>
  /** of the page behind the last one; null: the first */
  older: Cursor | null
  left: Signal<string | null>
  reading: Promise<void>
  readingNewer: Promise<void> | null
}

/** The rules of what is known are in known.ts and gap.ts; here it is read and shown. */
export function createFeed<T>(source: Source<T>): Feed<T> {
  const { key, idOf } = source
  const held: Held<T> = {
    source,
    known: noEntries(),
    blocks: signal<readonly Block<T>[]>([]),
    waiting: signal<readonly T[]>([]),
    state: signal('new'),
    error: signal(null),
    older: null,
    left: signal(null),
    reading: Promise.resolve(),
    readingNewer: null,
  }
  const { blocks, waiting, state, error, left } = held
  return {
    key,
    idOf,
    blocks,
    waiting,
    state,
    error,
    left,
    readLeft: () => readLeft(held),
    forgetLeft() {
      left.value = null
    },
    view: { scroll: 0, top: null, heights: new Map(), groups: { by: undefined, pages: new Map() } },
    async start() {
      if (state.peek() === 'new') await readPage(held, () => readFirst(held))
    },
    readOlder: () => readOlder(held),
    readNewer() {
      held.readingNewer ??= readNewerOnce(held).finally(() => {
        held.readingNewer = null
      })
      return held.readingNewer
    },
    readGap: ({ id }, end) => readGap(held, id, end),
    receive: (entry) => become(held, withArrived(held.known, entry, idOf)),
    showWaiting: () => become(held, withWaitingShown(held.known, idOf)),
    add: (entry) => become(held, withAdded(held.known, entry, idOf)),
    remove: (isGone) => become(held, without(held.known, isGone, idOf)),
  }
}

function become<T>(held: Held<T>, known: FeedEntries<T>): void {
  held.known = known
  batch(() => {
    held.blocks.value = known.blocks
    held.waiting.value = known.waiting
  })
}

function readPage<T>(
  held: Held<T>,
  load: () => Promise<Page<T>>,
  place: typeof withPage<T> = withPage,
): Promise<void> {
  held.reading = readAndPlace(held, load, place)
  return held.reading
}

async function readAndPlace<T>(
  held: Held<T>,
  load: () => Promise<Page<T>>,
  place: typeof withPage<T>,
): Promise<void> {
  const { state, error, source } = held
  state.value = 'busy'
  error.value = null
  try {
    const page = await load()
    become(held, place(held.known, page.items, source.idOf))
    held.older = page.items.length === 0 ? null : page.next
    state.value = held.older === null ? 'end' : 'ready'
  } catch (problem) {
    error.value = asApiError(problem)
    state.value = 'failed'
  }
}

/** The page that the reader had come to; what is newer waits. Or the newest, with a way back to there. */
async function readFirst<T>(held: Held<T>): Promise<Page<T>> {
  const { read, readPosition, idOf } = held.source
  const [page, found] = await Promise.all([read({}), readPosition?.().catch(() => null) ?? null])
  const left = found?.left ?? null
  const [newest] = page.items
  if (left !== null && newest !== undefined && isNewer(idOf(newest), left)) held.left.value = left
  const position = found?.begin ?? null
  if (position === null) return page
  const at = page.items.findIndex((entry) => !isNewer(idOf(entry), position))
  if (at === 0) return page
  const isWhole = at > 0
  const rest = isWhole ? { ...page, items: page.items.slice(at) } : await read(from(position))
  // what was read is gone, as from a home timeline that was rebuilt
  if (rest.items.length === 0) return page
  const missed = isWhole ? page.items.slice(0, at) : page.items
  become(held, withMissed(held.known, { missed, isWhole }, idOf))
  return rest
}

async function readLeft<T>(held: Held<T>): Promise<boolean> {
  const { read, idOf } = held.source
  const left = held.left.peek()
  await held.reading
  if (left === null || held.state.peek() === 'new') return false
  const isKnown = () =>
    held.known.blocks.some(({ entries }) => entries.some((one) => !isNewer(idOf(one), left)))
  if (!isKnown() && held.state.peek() !== 'end') {
    const { older } = held
    await readPage(held, () => read(from(left)), withPageBelowGap)
    if (held.state.peek() === 'end' && !isKnown()) {
      // nothing as old is there any more; what is newer is still to be read
      held.older = older
      if (older !== null) held.state.value = 'ready'
    }
  }
  if (!isKnown()) return false
  become(held, withReadBefore(held.known, left, idOf))
  return true
}

async function readOlder<T>(held: Held<T>): Promise<void> {
  const now = held.state.peek()
  if (now === 'busy' || now === 'end' || now === 'new') return
  const cursor = held.older
  await readPage(held, () => (cursor === null ? readFirst(held) : held.source.read(cursor)))
}

async function readNewerOnce<T>(held: Held<T>): Promise<void> {
  const { read, idOf } = held.source
  const { newest } = held.known
  if (newest === null) {
    if (held.state.peek() === 'end') await readPage(held, () => read({}))
    return
  }
  const page = await read({ since_id: newest })
  become(held, withSince(held.known, page, idOf))
}

async function readGap<T>(held: Held<T>, id: number, end: 'upper' | 'lower'): Promise<void> {
  const { read, idOf } = held.source
  const ends = endsOf(held.known.blocks, id)
  if (ends === null || ends.gap.busy) return
  become(held, withGap(held.known, id, { busy: true, error: null }))
  try {
    const { cursor, isLower } = cursorAt(ends, end, idOf)
    const { items, count = items.length } = await read(cursor)
    become(held, filled(held.known, id, { items, count, isLower }, idOf))
  } catch (problem) {
    become(held, withGap(held.known, id, { busy: false, error: asApiError(problem) }))
  }
}
