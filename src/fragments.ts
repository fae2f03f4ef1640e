import { LRUCache } from 'lru-cache'
import type { JsonText } from './json.ts'
import { type CacheUse, createCacheUse } from './metrics/cache-use.ts'

export type FragmentKind = 'account' | 'status' | 'application'

/**
 * Rendered parts of entities that are the same for every viewer. One counts only for the row's
 * version and the epoch that it was made for, so nothing is ever dropped because something changed:
 * that holds for any number of processes.
 */
export interface Fragments {
  get(kind: FragmentKind, id: string, version: number): JsonText | undefined
  set(kind: FragmentKind, id: string, version: number, text: JsonText): void
  /** what was made of a row that is read anew for each page, as long as `same` says it is unchanged */
  getMade<Row extends MadeFrom>(
    row: Row,
    same: (row: Row, madeFrom: Row) => boolean,
  ): JsonText | undefined
  setMade<Row extends MadeFrom>(row: Row, text: JsonText): void
  /**
   * The same for one page: what it was given or gave stays there until the page is done, though others
   * meanwhile render a newer version, start an epoch or fill the place.
   */
  hold(): Fragments
  /** by kind */
  readonly uses: Readonly<Record<FragmentKind | 'made', CacheUse>>
  /** what entities show of emoji, roles or addresses changed: nothing rendered before counts any more */
  nextEpoch(): void
}

/** Who asks with other columns asks for other rows, or `same` must see that they are others. */
interface MadeFrom {
  readonly id: string
}

interface Fragment {
  version: number
  epoch: number
  text: JsonText
}

interface Made {
  row: MadeFrom
  epoch: number
  text: JsonText
}

/** bytes that keeping one costs besides its text: a key and a record, for what is made also a row */
const OVERHEAD = 150
const ROW = 400

/** @param maxBytes how much text is kept of each kind */
export function createFragments(maxBytes: Record<FragmentKind | 'made', number>): Fragments {
  // counting its bytes also puts a text that was joined from parts into one place, as a copy needs it
  const kept = (maxSize: number) =>
    new LRUCache<string, Fragment>({
      maxSize,
      sizeCalculation: ({ text }) => Buffer.byteLength(text) + OVERHEAD,
    })
  const made = new LRUCache<string, Made>({
    maxSize: maxBytes.made,
    sizeCalculation: ({ text }) => Buffer.byteLength(text) + OVERHEAD + ROW,
  })
  // by id alone: making a key of several parts would cost more than the look-up
  const byKind = {
    account: kept(maxBytes.account),
    status: kept(maxBytes.status),
    application: kept(maxBytes.application),
  }
  const uses = {
    account: createCacheUse(),
    status: createCacheUse(),
    application: createCacheUse(),
    made: createCacheUse(),
  }
  let epoch = 0
  const fragments: Fragments = {
    hold: () => createHold(fragments),
    get(kind, id, version) {
      const fragment = byKind[kind].get(id)
      const counts = fragment?.version === version && fragment.epoch === epoch
      if (counts) uses[kind].hits += 1
      else uses[kind].misses += 1
      return counts ? fragment.text : undefined
    },
    set: (kind, id, version, text) => void byKind[kind].set(id, { version, epoch, text }),
    getMade<Row extends MadeFrom>(row: Row, same: (row: Row, madeFrom: Row) => boolean) {
      const known = made.get(row.id)
      const counts = known?.epoch === epoch && same(row, known.row as Row)
      if (counts) uses.made.hits += 1
      else uses.made.misses += 1
      return counts ? known.text : undefined
    },
    setMade: (row, text) => void made.set(row.id, { row, epoch, text }),
    nextEpoch: () => void epoch++,
    uses,
  }
  return fragments
}

/** Two heads of one page may come from two moments, so an id can have more than one version. */
interface Held {
  version: number
  text: JsonText
  next: Held | undefined
}

function createHold(shared: Fragments): Fragments {
  const held = {
    account: new Map<string, Held>(),
    status: new Map<string, Held>(),
    application: new Map<string, Held>(),
  }
  const keep = (kind: FragmentKind, id: string, version: number, text: JsonText): JsonText => {
    held[kind].set(id, { version, text, next: held[kind].get(id) })
    return text
  }
  return {
    hold: shared.hold,
    get(kind, id, version) {
      for (let entry = held[kind].get(id); entry !== undefined; entry = entry.next) {
        if (entry.version === version) return entry.text
      }
      const text = shared.get(kind, id, version)
      return text === undefined ? undefined : keep(kind, id, version, text)
    },
    set(kind, id, version, text) {
      keep(kind, id, version, text)
      shared.set(kind, id, version, text)
    },
    // its parts may be of an epoch that is over
    getMade: () => undefined,
    setMade: () => {},
    nextEpoch: shared.nextEpoch,
    uses: shared.uses,
  }
}
