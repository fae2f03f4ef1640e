import { LRUCache } from 'lru-cache'
import type { JsonText } from '../base/json.ts'
import { type CacheUse, createCacheUse } from '../instruments/cache-use.ts'

/** The cached value of each kind. */
interface FragmentOf {
  account: JsonText
  status: StatusParts
  application: JsonText
}

export type FragmentKind = keyof FragmentOf

/** A status in parts: a reblog has its own first part and takes the rest from its original. */
export interface StatusParts {
  /** members, without braces, that a reblog has itself */
  own: string
  /** members, without braces, that a reblog takes from its original; empty for a reblog */
  shared: string
  card: JsonText
  /** the author account named by the page of its card, which does not allow the page to name it */
  uncreditedId: string | null
}

/**
 * Rendered parts of entities that are the same for every viewer. A fragment is valid only for the row
 * version and the epoch that it was rendered for, so a change never has to delete fragments. That works for
 * any number of processes.
 */
export interface Fragments {
  get<Kind extends FragmentKind>(
    kind: Kind,
    id: string,
    version: number,
  ): FragmentOf[Kind] | undefined
  set<Kind extends FragmentKind>(
    kind: Kind,
    id: string,
    version: number,
    value: FragmentOf[Kind],
  ): void
  /** text rendered from a row that each page reads again, valid while `same` says that the row is unchanged */
  getMade<Row extends MadeFrom>(
    row: Row,
    same: (row: Row, madeFrom: Row) => boolean,
  ): JsonText | undefined
  setMade<Row extends MadeFrom>(row: Row, text: JsonText): void
  /**
   * A view for one page: fragments that it was given or has returned stay in it until the page is rendered,
   * even if other pages meanwhile render a newer version, start an epoch or evict them.
   */
  hold(): Fragments
  /** by kind */
  readonly uses: Readonly<Record<FragmentKind | 'made', CacheUse>>
  /** invalidates all fragments, because emoji, roles or addresses in entities changed */
  nextEpoch(): void
}

/** Callers that select other columns must use other ids, or `same` must detect the difference. */
interface MadeFrom {
  readonly id: string
}

interface Fragment<Value> {
  version: number
  epoch: number
  value: Value
}

interface Made {
  row: MadeFrom
  epoch: number
  text: JsonText
}

/**
 * Bytes of a cache entry besides its text: a key and a record, for `made` also a row, for a status the
 * object of its parts.
 */
const OVERHEAD = 150
const ROW = 400
const PARTS = 100

/**
 * @param maxBytes text cached for each kind
 * @param onEpoch called when an epoch begins: what is rendered in it must not be read from rows that are older
 */
export function createFragments(
  maxBytes: Record<FragmentKind | 'made', number>,
  onEpoch = () => {},
): Fragments {
  // computing its size also flattens a concatenated text, which the cached copy needs
  const kept = <Value extends JsonText | StatusParts>(
    maxSize: number,
    bytesOf: (value: Value) => number,
  ) =>
    new LRUCache<string, Fragment<Value>>({
      maxSize,
      sizeCalculation: ({ value }) => bytesOf(value) + OVERHEAD,
    })
  const made = new LRUCache<string, Made>({
    maxSize: maxBytes.made,
    sizeCalculation: ({ text }) => Buffer.byteLength(text) + OVERHEAD + ROW,
  })
  // by id alone: building a composite key would cost more than the lookup
  const byKind: { [Kind in FragmentKind]: LRUCache<string, Fragment<FragmentOf[Kind]>> } = {
    account: kept(maxBytes.account, bytesOfText),
    status: kept(maxBytes.status, bytesOfParts),
    application: kept(maxBytes.application, bytesOfText),
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
      return counts ? fragment.value : undefined
    },
    set: (kind, id, version, value) => void byKind[kind].set(id, { version, epoch, value }),
    getMade<Row extends MadeFrom>(row: Row, same: (row: Row, madeFrom: Row) => boolean) {
      const known = made.get(row.id)
      const counts = known?.epoch === epoch && same(row, known.row as Row)
      if (counts) uses.made.hits += 1
      else uses.made.misses += 1
      return counts ? known.text : undefined
    },
    setMade: (row, text) => void made.set(row.id, { row, epoch, text }),
    nextEpoch() {
      epoch++
      onEpoch()
    },
    uses,
  }
  return fragments
}

function bytesOfText(text: JsonText): number {
  return Buffer.byteLength(text)
}

function bytesOfParts({ own, shared, card }: StatusParts): number {
  return Buffer.byteLength(own) + Buffer.byteLength(shared) + Buffer.byteLength(card) + PARTS
}

/** Two status rows of one page may be read at different times, so an id can have several versions. */
interface Held<Value> {
  version: number
  value: Value
  next: Held<Value> | undefined
}

function createHold(shared: Fragments): Fragments {
  const held: { [Kind in FragmentKind]: Map<string, Held<FragmentOf[Kind]>> } = {
    account: new Map(),
    status: new Map(),
    application: new Map(),
  }
  const keep = <Kind extends FragmentKind>(
    kind: Kind,
    id: string,
    version: number,
    value: FragmentOf[Kind],
  ): FragmentOf[Kind] => {
    held[kind].set(id, { version, value, next: held[kind].get(id) })
    return value
  }
  return {
    hold: shared.hold,
    get(kind, id, version) {
      for (let entry = held[kind].get(id); entry !== undefined; entry = entry.next) {
        if (entry.version === version) return entry.value
      }
      const value = shared.get(kind, id, version)
      return value === undefined ? undefined : keep(kind, id, version, value)
    },
    set(kind, id, version, value) {
      keep(kind, id, version, value)
      shared.set(kind, id, version, value)
    },
    // its parts may belong to an earlier epoch
    getMade: () => undefined,
    setMade: () => {},
    nextEpoch: shared.nextEpoch,
    uses: shared.uses,
  }
}
