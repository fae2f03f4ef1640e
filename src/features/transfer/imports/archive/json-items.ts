import { ArchiveRefused } from '../../archive-refused.ts'

export interface ItemLimits {
  /** bytes of one item; a larger one is left out */
  itemBytes: number
  items: number
  /** maximum nesting of an item */
  depth: number
}

/** An item of the list; null: it was too large or invalid JSON, and is left out. */
export type Item = unknown

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x7b, 0x5b])
const CLOSING = new Set([0x7d, 0x5d])
const LISTS = new Set(['orderedItems', 'items'])
const LONGEST_NAME = 32

/** Reads a collection from chunks of text: it may be far larger than memory. */
export interface ItemReader {
  /**
   * The items that end in this piece.
   * @throws ArchiveRefused beyond the number of items or the depth
   */
  read(chunk: Uint8Array): Item[]
}

/**
 * Reads the objects of an ActivityStreams collection and skips its other members.
 * @param skipped number of items at the start that are not parsed: they come as null
 */
export function createItemReader(limits: ItemLimits, skipped = 0): ItemReader {
  const scanner = new Scanner(limits, skipped)
  return { read: (chunk) => [...scanner.scan(chunk)] }
}

class Scanner {
  readonly #limits: ItemLimits
  readonly #skipped: number
  #count = 0
  #depth = 0
  #inString = false
  #escaped = false
  /** the last string directly in the collection, possibly the name of a member */
  #name = ''
  #inList = false
  /** chunks of the current item; null between items */
  #pieces: Uint8Array[] | null = null
  #size = 0

  constructor(limits: ItemLimits, skipped: number) {
    this.#limits = limits
    this.#skipped = skipped
  }

  *scan(chunk: Uint8Array): Generator<Item> {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (this.#inString) this.#readString(byte)
      else if (byte === QUOTE) this.#beginString()
      else if (OPENING.has(byte)) {
        if (this.#open()) start = at
      } else if (CLOSING.has(byte) && this.#close()) {
        this.#keep(chunk.subarray(start, at + 1))
        yield this.#take()
      }
    }
    if (this.#pieces !== null) this.#keep(chunk.slice(start))
  }

  #readString(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) this.#inString = false
    else if (this.#depth === 1 && this.#name.length < LONGEST_NAME) {
      this.#name += String.fromCharCode(byte)
    }
  }

  #beginString(): void {
    this.#inString = true
    if (this.#depth === 1) this.#name = ''
  }

  /** @returns whether an item starts */
  #open(): boolean {
    this.#depth += 1
    if (this.#depth === 2) this.#inList = LISTS.has(this.#name)
    if (this.#depth > this.#limits.depth) throw new ArchiveRefused('A post nests too deep')
    const begins = this.#inList && this.#depth === 3
    if (begins) [this.#pieces, this.#size] = [[], 0]
    return begins
  }

  /** @returns whether an item ends */
  #close(): boolean {
    this.#depth -= 1
    if (this.#depth === 1) this.#inList = false
    return this.#pieces !== null && this.#depth === 2
  }

  #keep(piece: Uint8Array): void {
    this.#size += piece.length
    const isKept = this.#size <= this.#limits.itemBytes && this.#count >= this.#skipped
    if (isKept) this.#pieces?.push(piece)
  }

  #take(): Item {
    if (++this.#count > this.#limits.items) {
      throw new ArchiveRefused(`The archive has more than ${this.#limits.items} posts`)
    }
    const pieces = this.#pieces ?? []
    this.#pieces = null
    if (this.#size > this.#limits.itemBytes || this.#count <= this.#skipped) return null
    try {
      return JSON.parse(Buffer.concat(pieces).toString())
    } catch {
      return null
    }
  }
}
