/**
 * Ids like Mastodon's: milliseconds since 1970, then 16 bits of which 5 name the process and 11
 * count. As a string of 18 decimal digits they sort by age (S-011).
 */
const COUNTER_BITS = 11n
const LOW_BITS = 16n
const COUNTER_SIZE = 1 << Number(COUNTER_BITS)
/** 8 June 2018: from here on an id has 18 digits. Ids are never minted from before. */
const EARLIEST = 1_528_416_000_000
/** ms from there on that stand for all the time before: else ids of old things would collide */
const BEFORE = 30 * 86_400_000
const LENGTH = 18
const LARGEST_BIGINT = 9_223_372_036_854_775_807n

/** Below and above every id: where lists begin and end, and what stands for an id that nothing has. */
export const BEFORE_ALL_IDS = '0'.repeat(LENGTH)
export const AFTER_ALL_IDS = '9'.repeat(LENGTH)

export interface IdMinter {
  /** a new id, larger than every one minted before it for the same or an earlier millisecond */
  mint(at?: number): string
}

/**
 * @param process its number is 0–31, leased in the database so that no two processes share it
 * @param clock milliseconds since 1970
 */
export function createIdMinter(
  process: { readonly number: number },
  clock: () => number,
): IdMinter {
  let last = 0
  let counter = 0
  const next = (at: number): string => {
    const wanted = placeOf(at)
    if (wanted > last) {
      last = wanted
      counter = 0
    } else if (++counter === COUNTER_SIZE) {
      last += 1
      counter = 0
    }
    return format(last, process.number, counter)
  }
  return {
    mint: (at) =>
      at === undefined || at >= last ? next(at ?? clock()) : backdated(at, process.number),
  }
}

/** An id for something older than what was minted last: its counter is random. */
function backdated(at: number, processNumber: number): string {
  const counter = Math.floor(Math.random() * COUNTER_SIZE)
  return format(placeOf(at), processNumber, counter)
}

function format(milliseconds: number, processNumber: number, counter: number): string {
  const low = (BigInt(processNumber) << COUNTER_BITS) | BigInt(counter)
  return ((BigInt(milliseconds) << LOW_BITS) | low).toString()
}

/** The millisecond that an id names: in order of creation, never before June 2018. */
function placeOf(at: number): number {
  if (at >= EARLIEST + BEFORE) return Math.floor(at)
  return EARLIEST + Math.floor((Math.max(at, 0) * BEFORE) / (EARLIEST + BEFORE))
}

/** The smallest id that anything made at this time can have; 18 digits. */
export function idAt(milliseconds: number): string {
  return format(placeOf(milliseconds), 0, 0)
}

/** Milliseconds since 1970 at which the id was minted. */
export function timeOfId(id: string): number {
  return Number(BigInt(id) >> LOW_BITS)
}

/**
 * Brings an id from outside into the form that the database holds.
 * @returns 18 digits (left-padded, so that it compares as the number would), or null if it cannot
 *   be an id: that is "no match", never an error
 */
export function normalizeId(text: string): string | null {
  if (!/^\d{1,19}$/.test(text)) return null
  const digits = text.replace(/^0+(?=\d)/, '')
  if (digits.length > LENGTH) return BigInt(digits) > LARGEST_BIGINT ? null : AFTER_ALL_IDS
  return digits.padStart(LENGTH, '0')
}
