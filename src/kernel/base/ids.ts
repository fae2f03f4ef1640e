import { DAY } from './durations.ts'

/** Bits of an id below its milliseconds since 1970: 8 identify the process, the others are a counter. */
export interface IdLayout {
  lowBits: bigint
  counterBits: bigint
}

/** processes that may mint ids at the same time: thirty machines with eight each */
export const PROCESS_NUMBERS = 256

/** Ids like Mastodon's. As strings of 18 decimal digits they sort by age (S-011). */
export const LONG_IDS: IdLayout = { lowBits: 16n, counterBits: 8n }
/** Ids that a JSON number holds exactly until 2248, for rows whose id clients read as a number (S-010). */
export const SHORT_IDS: IdLayout = { lowBits: 10n, counterBits: 2n }

/** 8 June 2018: from here on an id has 18 digits. No id names an earlier time. */
const EARLIEST = 1_528_416_000_000
/** ms after it that represent all earlier times: otherwise ids of old objects would collide */
const BEFORE = 30 * DAY
const LENGTH = 18
const LARGEST_BIGINT = 9_223_372_036_854_775_807n

/** Below and above every id: the ends of lists, and placeholders for an id that no row has. */
export const BEFORE_ALL_IDS = '0'.repeat(LENGTH)
export const AFTER_ALL_IDS = '9'.repeat(LENGTH)

export interface IdMinter {
  /**
   * A new id, larger than all ids minted before it for the same or an earlier millisecond. When the
   * counter overflows, the id uses the next millisecond.
   */
  mint(at?: number): string
}

/**
 * @param process its number is 0–255, leased in the database so that no two processes share it
 * @param clock milliseconds since 1970
 */
export function createIdMinter(
  process: { readonly number: number },
  clock: () => number,
  layout = LONG_IDS,
): IdMinter {
  const counterSize = 1 << Number(layout.counterBits)
  const lowSize = 1 << Number(layout.lowBits)
  const format = (milliseconds: number, count: number) =>
    idOf(layout, milliseconds, (BigInt(process.number) << layout.counterBits) | BigInt(count))
  let last = 0
  let counter = 0
  const next = (at: number): string => {
    const wanted = placeOf(at)
    if (wanted > last) {
      last = wanted
      counter = 0
    } else if (++counter === counterSize) {
      last += 1
      counter = 0
    }
    return format(last, counter)
  }
  // For an older object than the last id all low bits are random: many servers name whole seconds, so many objects
  // share a millisecond, and the counter of one process would soon repeat itself.
  const backdated = (at: number) =>
    idOf(layout, placeOf(at), BigInt(Math.floor(Math.random() * lowSize)))
  return {
    mint: (at) => (at === undefined || at >= last ? next(at ?? clock()) : backdated(at)),
  }
}

function idOf({ lowBits }: IdLayout, milliseconds: number, low: bigint): string {
  return ((BigInt(milliseconds) << lowBits) | low).toString().padStart(LENGTH, '0')
}

/** The millisecond that an id names: in order of creation, never before June 2018. */
function placeOf(at: number): number {
  if (at >= EARLIEST + BEFORE) return Math.floor(at)
  return EARLIEST + Math.floor((Math.max(at, 0) * BEFORE) / (EARLIEST + BEFORE))
}

/** The smallest id that an object created at this time can have; 18 digits. */
export function idAt(milliseconds: number, layout = LONG_IDS): string {
  return idOf(layout, placeOf(milliseconds), 0n)
}

/** Milliseconds since 1970 at which the id was minted. */
export function timeOfId(id: string, { lowBits } = LONG_IDS): number {
  return Number(BigInt(id) >> lowBits)
}

/** An id as clients see it: without the zeros that pad short ids to 18 digits. */
export function shownId(id: string): string {
  return id.replace(/^0+(?=\d)/, '')
}

/**
 * Converts an id from outside into the form that the database stores.
 * @returns 18 digits (left-padded, so that it compares as the number would), or null if it cannot
 * be an id: that means "no match", never an error
 */
export function normalizeId(text: string): string | null {
  if (!/^\d{1,19}$/.test(text)) return null
  const digits = shownId(text)
  if (digits.length > LENGTH) return BigInt(digits) > LARGEST_BIGINT ? null : AFTER_ALL_IDS
  return digits.padStart(LENGTH, '0')
}

/**
 * The short id of a row whose id was long until migration 0029: clients may have stored the long id as a
 * cursor. The migration uses the same moment, process and upper bits of the counter.
 */
export function toShortId(id: string): string {
  const number = BigInt(id)
  if (number <= Number.MAX_SAFE_INTEGER) return id
  return (number >> (LONG_IDS.lowBits - SHORT_IDS.lowBits)).toString().padStart(LENGTH, '0')
}
